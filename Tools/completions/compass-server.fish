# Completes the commands of compass-server in fish. The words come from its help, so that they are
# written once.
function __compass_server_words
    set -l given (commandline -opc)
    switch (count $given)
        case 1
            compass-server --help | sed -n 's/^  \([a-z][a-z-]*\).*/\1/p' | sort -u
        case 2
            compass-server --help | sed -n "s/^  $given[2] \([a-z|]*\).*/\1/p" | tr '|' '\n'
    end
end
complete -c compass-server -f -a '(__compass_server_words)'
complete -c compass-server -l config -r -F -d 'the configuration'
complete -c compass-server -l schema -r -F -d 'the folder of the schema'
complete -c compass-server -l state -r -F -d 'the folder that the server writes'
complete -c compass-server -l admin -x -d 'the connection of the owner'
complete -c compass-server -l database -x -d 'the connection of the server'
complete -c compass-server -l port -x -d 'the port to serve at'
