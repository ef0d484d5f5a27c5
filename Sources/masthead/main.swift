import MastheadApp

MastheadApplication.run()
