internal import MemoKit

struct Completions: Command {
  static let grammar = Grammar(
    "completions", "Print the completion script of a shell",
    """
    In a shell that reads it, Tab completes commands and options, and tasks, tags, keys, values, \
    folders, filters, contexts and remotes of the store.
    """,
    examples: """
      source <(memo completions bash)
      memo completions zsh > ~/.zfunc/_memo
      memo completions fish > ~/.config/fish/completions/memo.fish
      """)

  @Argument("shell", "bash, zsh or fish", words: ["bash", "zsh", "fish"]) var shell

  func run(in context: Context) throws -> Outcome {
    context.outcome(
      text: script + "\n", document: .document(.completions, ["text": .text(script)]))
  }

  private var script: String {
    switch shell {
    // readline splits words at : and =, and inserts the common beginning of all candidates. So it
    // shows meanings for several candidates, unless the user steps through them.
    case "bash":
      #"""
      _memo() {
        local IFS=$' \t\n' line="${COMP_LINE:0:COMP_POINT}" words word head found i
        read -ra words <<< "$line"
        [[ $line == *[[:space:]] ]] && words+=("")
        word="${words[${#words[@]}-1]}"
        head="${word%"${word##*[:=]}"}"
        IFS=$'\n'
        found=($(memo __complete "${words[@]:1}" 2>/dev/null))
        COMPREPLY=()
        for i in "${found[@]}"; do
          i="${i#"$head"}"
          if ((${#found[@]} == 1)) || [[ $COMP_TYPE == 37 ]]; then
            COMPREPLY+=("${i%%$'\t'*}")
          else
            COMPREPLY+=("${i/$'\t'/  }")
          fi
        done
        [[ ${COMPREPLY[0]} == *[:=] ]] && compopt -o nospace
      }
      complete -o default -o nosort -F _memo memo
      """#
    case "zsh":
      #"""
      #compdef memo
      _memo() {
        local -a lines found shown open
        local line
        lines=("${(@f)$(memo __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        for line in $lines; do
          if [[ $line == *[:=] || $line == *[:=]$'\t'* ]]; then
            open+=("${line%%$'\t'*}")
          else
            found+=("${line%%$'\t'*}")
            shown+=("${line/$'\t'/  }")
          fi
        done
        if (( $#found + $#open == 0 )); then _files; return; fi
        (( $#found )) && compadd -U -V tasks -l -d shown -a found
        (( $#open )) && compadd -U -S '' -a open
      }
      if [[ "${funcstack[1]}" = _memo ]]; then _memo "$@"; else compdef _memo memo; fi
      """#
    default:
      #"""
      function __memo_complete
        set -l found (memo __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
        if test (count $found) -gt 0
          printf '%s\n' $found
        else
          __fish_complete_path (commandline -ct)
        end
      end
      complete -c memo -f -k -a '(__memo_complete)'
      """#
    }
  }
}
