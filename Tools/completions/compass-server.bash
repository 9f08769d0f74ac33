# Completes the commands of compass-server in bash. The words come from its help, so that they are
# written once.
_compass_server() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words
  COMPREPLY=()
  case $before in
    --config | --schema | --state)
      compopt -o default
      return
      ;;
  esac
  if [[ $word == -* ]]; then
    words=$(compass-server --help | grep -o -e '--[a-z]*' | sort -u)
  elif ((COMP_CWORD == 1)); then
    words=$(compass-server --help | sed -n 's/^  \([a-z][a-z-]*\).*/\1/p' | sort -u)
  elif ((COMP_CWORD == 2)); then
    words=$(compass-server --help | sed -n "s/^  $before \\([a-z|]*\\).*/\\1/p" | tr '|' '\n')
    if [[ -z $words ]]; then compopt -o default; fi
  else
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _compass_server compass-server
