import MastheadApp
appTest()
