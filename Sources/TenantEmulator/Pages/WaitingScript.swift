/// What looks again for somebody who answers on the phone, but not while they are about to do something here.
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
