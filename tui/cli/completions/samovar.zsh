#compdef samovar
# Completes the commands of Samovar in zsh. `samovar completion zsh` prints this.

_samovar() {
    local answer code each
    local -a more more_shown last last_shown
    answer=$(samovar completion --line "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
    code=$?
    if [[ $code == 3 ]]; then
        _files
        return
    fi
    for each in ${(f)answer}; do
        # Behind these, more can be written.
        if [[ ${each%%$'\t'*} == *[:=,] ]]; then
            more+=("${each%%$'\t'*}")
            more_shown+=("${each/$'\t'/  }")
        else
            last+=("${each%%$'\t'*}")
            last_shown+=("${each/$'\t'/  }")
        fi
    done
    (( $#more )) && compadd -Q -l -S '' -d more_shown -a more
    (( $#last )) && compadd -Q -l -d last_shown -a last
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _samovar "$@"
else
    compdef _samovar samovar
fi
