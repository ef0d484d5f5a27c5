import MastheadApp

MastheadApplication.run(CommandLine.arguments)
