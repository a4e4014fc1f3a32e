# Completes the commands of Samovar in bash. `samovar completion bash` prints this.

_samovar() {
    local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT} answer code each
    answer=$(samovar completion --line "$line" 2>/dev/null)
    code=$?
    COMPREPLY=()
    # Bash completes from the last colon or equals sign on.
    local typed=${line##*[[:space:]]} breaks=${COMP_WORDBREAKS//[^:=]/} head=
    if [[ $breaks ]]; then
        head=${typed%"${typed##*[$breaks]}"}
    fi
    if [[ $code == 3 ]]; then
        COMPREPLY=($(compgen -f -- "${typed#"$head"}"))
        compopt -o filenames +o nospace 2>/dev/null
        return
    fi
    for each in $answer; do
        each=${each%%$'\t'*}
        # Behind these, more can be written.
        if [[ $each != *[:=,] ]]; then
            each+=' '
        fi
        COMPREPLY+=("${each#"$head"}")
    done
}

complete -o nospace -F _samovar samovar
