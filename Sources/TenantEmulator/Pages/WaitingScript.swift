/// A script that reloads a page while the user decides on the phone, unless an element of the page has the focus.
enum WaitingScript {
    static let text = """
        "use strict";
        setInterval(() => {
          const focused = document.activeElement;
          if (document.hidden || (focused && focused !== document.body)) return;
          location.reload();
        }, 3000);

        """
}
