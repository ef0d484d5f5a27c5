import GtkKit

/// Holds what the kit adds to libadwaita's style. Colours are named ones only, so that light, dark and high contrast follow the
/// system; it travels with the kit, so that an application need not install it.
enum HeaderStyleSheet {
  private static var isInstalled = false

  /// Adds the sheet to the display once.
  static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    Display.addStyle(css)
  }

  private static let css = """
    .header-title-button { font-weight: bold; padding-left: 8px; padding-right: 8px; }
    .header-title-button label.dim-label { font-weight: normal; }
    .header-title-button .header-modified { color: @accent_color; }
    .header-title > label { padding-left: 8px; padding-right: 8px; }
    .header-strip button.image-button { min-width: 24px; padding-left: 5px; padding-right: 5px; }
    .header-small-entries { padding: 0 6px 3px; }
    .header-small-entries button { min-height: 30px; }

    .header-group > button, .header-group > menubutton, .header-group > scale, .header-group > entry { margin-top: 0; margin-bottom: 0; }
    .header-menu-bar { background-color: @headerbar_bg_color; padding: 0 6px 2px 6px; }
    .header-drag {
      padding: 6px 12px; border-radius: 9px; background-color: @popover_bg_color; color: @popover_fg_color;
      box-shadow: 0 1px 4px alpha(black, 0.3); margin: 6px;
    }

    /* Search. */
    .header-search-field {
      min-height: 34px; padding: 0 4px 0 9px; border-radius: 6px; background-color: alpha(currentColor, 0.1);
    }
    .header-search-field:focus-within { outline: 2px solid alpha(@accent_color, 0.5); outline-offset: -2px; }
    .header-search-field > entry, .header-search-field > entry:focus-within {
      background: none; border: none; box-shadow: none; outline: none; min-height: 0; padding: 0;
    }
    .header-search-field > entry > text > placeholder { opacity: 0.55; }
    .header-search-field > image { opacity: 0.7; }
    .header-search-field > button { min-height: 24px; min-width: 24px; padding: 0; border-radius: 99px; }
    .header-search-field button.header-pill {
      min-height: 22px; min-width: 0; padding: 0 8px; border-radius: 99px; font-weight: normal; font-size: smaller;
      background-color: alpha(@accent_bg_color, 0.2); color: inherit;
    }
    .header-search-field button.header-pill.selected { background-color: @accent_bg_color; color: @accent_fg_color; }
    .header-search-sheet {
      background-color: @popover_bg_color;
      color: @popover_fg_color;
      border-radius: 0 0 12px 12px;
      box-shadow: 0 1px 5px 1px alpha(black, 0.09), 0 2px 14px 3px alpha(black, 0.05), 0 0 0 1px alpha(black, 0.08);
    }
    .header-search-sheet > widget > .header-search-field { margin: 6px 6px 0 6px; }
    .header-scopes { padding: 6px 8px 0 8px; }
    .header-scopes button { min-height: 24px; padding: 1px 11px; border-radius: 99px; font-weight: normal; font-size: smaller; }
    .header-suggestions { padding: 0 6px 6px 6px; }
    .header-suggestion-heading { padding: 9px 8px 3px 8px; }
    .header-suggestion { padding: 4px 8px; border-radius: 6px; min-height: 26px; }
    .header-suggestion > image { opacity: 0.7; }
    .header-suggestion:hover { background-color: alpha(currentColor, 0.05); }
    .header-suggestion.chosen { background-color: alpha(currentColor, 0.1); }
    .header-unseen { font-size: 1px; }

    /* Customizing. */
    .header-strip.customizing > * { transition: opacity 200ms; }
    .header-strip.customizing > *:not(.header-lifted) { opacity: 0.35; }
    .header-lifted {
      border-radius: 8px;
      outline: 1px dashed alpha(currentColor, 0.35);
      outline-offset: 1px;
      background-color: alpha(currentColor, 0.05);
    }
    .header-lifted:hover { background-color: alpha(currentColor, 0.1); }
    .header-lifted:focus-visible { outline: 2px solid @accent_color; }
    .header-lifted { min-height: 34px; }
    .header-lifted.header-held { opacity: 0.25; }
    .header-lifted.header-wiggles:not(:hover):not(:focus-visible) { animation: header-wiggle 700ms ease-in-out infinite; }
    .header-lifted.header-wiggles.header-wiggles-late:not(:hover):not(:focus-visible) { animation-delay: -350ms; }
    @keyframes header-wiggle {
      0% { transform: rotate(-0.7deg); }
      50% { transform: rotate(0.7deg); }
      100% { transform: rotate(-0.7deg); }
    }
    .header-palette {
      background-color: @popover_bg_color;
      color: @popover_fg_color;
      border-radius: 0 0 12px 12px;
      padding: 12px;
      box-shadow: 0 1px 5px 1px alpha(black, 0.09), 0 2px 14px 3px alpha(black, 0.05), 0 0 0 1px alpha(black, 0.08);
    }
    .header-palette .linked > button { padding-left: 9px; padding-right: 9px; }
    .header-tile { padding: 6px; border-radius: 9px; min-width: 72px; }
    .header-tile:hover { background-color: alpha(currentColor, 0.07); }
    .header-tile label { font-size: smaller; }
    .header-tile-space { border: 1px dashed alpha(currentColor, 0.4); border-radius: 5px; min-height: 12px; }
    .header-strip:drop(active), .header-shield:drop(active), .header-palette-place:drop(active) { box-shadow: none; }
    .header-shield { background-color: alpha(black, 0.12); }
    """
}
