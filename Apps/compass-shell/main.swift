import Composition
import Glibc

exit(await Compass.run(Array(CommandLine.arguments.dropFirst())))
