# Completes the commands of Samovar in fish. `samovar completion fish` prints this.

function __samovar_complete
    set -l line (commandline --cut-at-cursor --current-process)
    set -l answer (samovar completion --line "$line" 2>/dev/null)
    if test $status -eq 3
        __fish_complete_path (commandline --cut-at-cursor --current-token)
    else
        printf '%s\n' $answer
    end
end

complete --command samovar --no-files --arguments '(__samovar_complete)'
