/// The script that refreshes the inspector.
enum InspectorScript {
    static let text = """
        "use strict";
        (() => {
          const link = document.getElementById("live");
          link.hidden = true;
          // A refresh must not disturb an open detail, a selection or the keyboard focus.
          const isInUse = () => {
            const content = document.getElementById("content");
            return document.hidden || content.querySelector("details[open]")
              || content.contains(document.activeElement) || !getSelection().isCollapsed;
          };
          const update = async () => {
            if (isInUse()) return;
            const answer = await fetch(location.href, {credentials: "same-origin"});
            if (!answer.ok) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const content = page.getElementById("content");
            if (content && !isInUse()) document.getElementById("content").replaceWith(content);
            document.dispatchEvent(new Event("replaced"));
          };
          setInterval(() => update().catch(() => {}), 2000);
        })();

        """
}
