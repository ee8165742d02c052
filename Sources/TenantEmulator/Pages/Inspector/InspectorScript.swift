/// The script that refreshes the inspector, and adds buttons that copy tokens, codes and addresses.
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
          // Only a script can copy, so only a script adds the buttons.
          const copy = async (element, button) => {
            const name = element.dataset.copy;
            try {
              await navigator.clipboard.writeText(element.textContent);
              button.textContent = "Copied";
            } catch {
              // A page of another host without TLS has no clipboard.
              getSelection().selectAllChildren(element);
              button.textContent = "Selected";
            }
            button.setAttribute("aria-label", `${button.textContent}: ${name}`);
          };
          const addButtons = () => {
            for (const element of document.querySelectorAll("[data-copy]")) {
              if (element.nextElementSibling?.className === "copy") continue;
              const button = document.createElement("button");
              button.type = "button";
              button.className = "copy";
              button.textContent = "Copy";
              button.setAttribute("aria-label", `Copy ${element.dataset.copy}`);
              button.addEventListener("click", () => copy(element, button));
              element.after(button);
            }
          };
          addButtons();
          const update = async () => {
            if (isInUse()) return;
            const answer = await fetch(location.href, {credentials: "same-origin"});
            if (!answer.ok) return;
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            const content = page.getElementById("content");
            if (content && !isInUse()) document.getElementById("content").replaceWith(content);
            addButtons();
          };
          setInterval(() => update().catch(() => {}), 2000);
        })();

        """
}
