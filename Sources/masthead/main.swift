import Glibc
import MastheadApp

exit(MastheadApplication.main(CommandLine.arguments))
