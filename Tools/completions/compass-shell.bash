# Completion of compass-shell for bash. Made by Tools/reference; do not edit.
_compass_shell() {
  local word=${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    case $word in
      -*) COMPREPLY=($(compgen -W "--data --profile --now --timezone --format --json --width --no-color --yes --demo --file --keep-going --only --out --stdout --open --help --version" -- "$word")) ;;
      *) COMPREPLY=($(compgen -W "dashboard next suggestions quick packet reports performance measures tasks notifications calendar schools coaches interactions offers events documents letters find account profile family settings import export backup restore erase sync help open back refresh undo redo history doctor set serve record replay clear quit" -- "$word")) ;;
    esac
    return
  fi
  if ((COMP_CWORD == 2)) && [[ $word != -* ]]; then
    case ${COMP_WORDS[1]} in
      dashboard|home) COMPREPLY=($(compgen -W "show activity" -- "$word")) ;;
      suggestions|suggestion) COMPREPLY=($(compgen -W "list more dismiss complete why" -- "$word")) ;;
      quick) COMPREPLY=($(compgen -W "list add toggle delete clear" -- "$word")) ;;
      packet) COMPREPLY=($(compgen -W "preview choose html pdf email" -- "$word")) ;;
      reports) COMPREPLY=($(compgen -W "show generate compare contacts save saved forget csv pdf" -- "$word")) ;;
      performance|metrics) COMPREPLY=($(compgen -W "list log show edit delete verify goal chart timeline export filter" -- "$word")) ;;
      measures) COMPREPLY=($(compgen -W "list add remove" -- "$word")) ;;
      tasks|task) COMPREPLY=($(compgen -W "list show plan complete start skip reset due catch-up filter" -- "$word")) ;;
      notifications|notification|inbox) COMPREPLY=($(compgen -W "list show open read read-all delete clear-read filter search generate" -- "$word")) ;;
      calendar) COMPREPLY=($(compgen -W "export" -- "$word")) ;;
      schools|school) COMPREPLY=($(compgen -W "list show add edit delete board status tier" -- "$word")) ;;
      coaches|coach) COMPREPLY=($(compgen -W "list show add edit delete" -- "$word")) ;;
      interactions|interaction) COMPREPLY=($(compgen -W "list show add edit delete log" -- "$word")) ;;
      offers|offer) COMPREPLY=($(compgen -W "list show add edit delete compare" -- "$word")) ;;
      events|event) COMPREPLY=($(compgen -W "list show add edit delete" -- "$word")) ;;
      documents|document) COMPREPLY=($(compgen -W "list show add edit delete upload replace download check" -- "$word")) ;;
      letters|letter) COMPREPLY=($(compgen -W "list show add edit delete" -- "$word")) ;;
      account) COMPREPLY=($(compgen -W "show who create sign-in sign-out passphrase connect disconnect" -- "$word")) ;;
      profile) COMPREPLY=($(compgen -W "show edit" -- "$word")) ;;
      family) COMPREPLY=($(compgen -W "show create code join withdraw admit leave members remove switch views allow disallow" -- "$word")) ;;
      settings) COMPREPLY=($(compgen -W "show set edit mail" -- "$word")) ;;
      backup|backups) COMPREPLY=($(compgen -W "file list" -- "$word")) ;;
      erase) COMPREPLY=($(compgen -W "person family" -- "$word")) ;;
      sync) COMPREPLY=($(compgen -W "now status conflicts keep again sign-in sign-out-others password" -- "$word")) ;;
    esac
  fi
  while IFS= read -r line; do
    line=$(printf '%q' "${line%%$'\t'*}")
    [[ " ${COMPREPLY[*]} " == *" $line "* ]] || COMPREPLY+=("$line")
  done < <("${COMP_WORDS[0]}" --complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _compass_shell compass-shell
