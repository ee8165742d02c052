/// A script that adds a box which shows the passwords of a form.
enum PasswordScript {
    static let text = """
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
}
