import Glibc
import GLibKit
import GtkKit
import HeaderKit
import HeaderModel

let application = Application(id: "io.github.masthead_editor.HeaderGallery", .isNotUnique)
let layouts = LayoutLibrary()
var galleries: [GalleryWindow] = []

application.onActivate { galleries.append(GalleryWindow(application, layouts)) }
application.addAction("new-window") { galleries.append(GalleryWindow(application, layouts)) }
application.setKeys(["<Control><Shift>n"], for: "app.new-window")
application.setKeys(["F2"], for: "bar.rename")
application.setKeys(["<Control>e"], for: "bar.search")
application.setKeys(["<Control>t"], for: "win.customize-toolbar")
exit(application.run(Swift.CommandLine.arguments.map { Array($0.utf8) }))
