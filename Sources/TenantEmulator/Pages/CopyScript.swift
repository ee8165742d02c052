/// The script that adds buttons which copy tokens, codes, commands and addresses.
enum CopyScript {
    static let text = """
        "use strict";
        (() => {
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
          // Only a script can copy, so only a script adds the buttons.
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
          document.addEventListener("replaced", addButtons);
        })();

        """
}
