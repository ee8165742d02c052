/// The scripts of the pages.
enum Script {
    /// Adds a box that shows the passwords of a form.
    static let password = """
        "use strict";
        // Without scripts the box would do nothing, so only the script shows it.
        for (const label of document.querySelectorAll("label.show")) {
          const fields = label.closest("form").querySelectorAll("input[type=password]");
          label.hidden = false;
          label.firstElementChild.addEventListener("change", event => {
            for (const field of fields) field.type = event.target.checked ? "text" : "password";
          });
        }

        """

    /// Reloads a page while the user decides on the phone, unless an element of the page has the focus.
    static let waiting = """
        "use strict";
        setInterval(() => {
          const focused = document.activeElement;
          if (document.hidden || (focused && focused !== document.body)) return;
          location.reload();
        }, 3000);

        """

    /// Adds buttons that copy tokens, codes, commands and addresses.
    static let copy = """
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

    /// Asks for a passkey, on the passkey page.
    static let passkey = """
        "use strict";
        (() => {
          const form = document.getElementById("passkey");
          const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
          const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
            .replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
          const options = () => {
            const options = JSON.parse(form.dataset.options);
            options.challenge = bytes(options.challenge);
            // The time after which the browser gives up, and the page offers another attempt.
            options.timeout = options.timeout || 60000;
            if (options.user) options.user.id = bytes(options.user.id);
            return {publicKey: options};
          };
          const json = credential => {
            const response = {};
            for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
              if (credential.response[name]) response[name] = text(credential.response[name]);
            }
            const answer = {id: credential.id, rawId: text(credential.rawId), type: credential.type, response};
            if (credential.authenticatorAttachment) answer.authenticatorAttachment = credential.authenticatorAttachment;
            return JSON.stringify(answer);
          };
          // Only after a failure: the browser refuses a second request while one is open.
          const show = failed => {
            for (const name of ["failure", "ask"]) document.getElementById(name).hidden = !failed;
          };
          const ask = async () => {
            show(false);
            try {
              const credential = await navigator.credentials[form.dataset.kind](options());
              document.getElementById("authn_response").value = json(credential);
              form.submit();
            } catch (error) {
              show(true);
              document.getElementById("failure").title = error.name + ": " + error.message;
            }
          };
          document.getElementById("ask").addEventListener("click", ask);
          ask();
        })();

        """

    /// Refreshes the inspector.
    static let inspector = """
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

    /// Delivers an authorization response to the client.
    static let response = """
        "use strict";
        (() => {
          const response = document.getElementById("response");
          if (response instanceof HTMLFormElement) return response.submit();
          const client = window.opener ?? window.parent;
          client.postMessage(JSON.parse(response.dataset.message), response.dataset.origin);
        })();

        """
}
