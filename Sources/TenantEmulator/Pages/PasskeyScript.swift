/// The script of the passkey page.
enum PasskeyScript {
    static let text = """
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
}
