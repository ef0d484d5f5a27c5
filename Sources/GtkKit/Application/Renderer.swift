// Owns: what GTK loads in order to draw.

import CGLib
import GLibKit

/// What GTK draws with.
@MainActor
public enum Renderer {
  private static let debugVariable = "GDK_DEBUG"
  private static var hasAsked = false

  /// Keeps GTK from loading OpenGL when it is told to draw without it (`GSK_RENDERER=cairo`); call it before GTK starts,
  /// and before anything that may start a thread: the environment is changed.
  ///
  /// GDK prepares OpenGL whatever the renderer is; where there is no graphics card that brings in a compiler: a third of the memory of a
  /// window, and a sixth of the time until it is there. Does nothing when the person set GDK_DEBUG.
  public static func leaveOutUnusedOpenGL() {
    guard Environment["GSK_RENDERER"]?.lowercased() == "cairo", Environment[debugVariable] == nil else { return }
    hasAsked = true
    g_setenv(debugVariable, "gl-disable", 1)
  }

  /// Takes back what was set for GTK's start, so that programs that we start do not get it; call it once GTK has started.
  public static func gtkDidStart() {
    guard hasAsked else { return }
    hasAsked = false
    g_unsetenv(debugVariable)
  }
}
