/// The style sheet of the pages, with a dark variant and a layout for phones.
enum Stylesheet {
    static let text = """
        :root {
          --ground: #f4f5f7; --box: #ffffff; --ink: #1e212a; --soft: #5d6470; --line: #c9ced6; --edge: #818996;
          --accent: #4450d6;
          --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdecea; --good: #1a7f47; --shade: 0 12px 40px #1e212a22;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #14161b; --box: #1f222a; --ink: #eef0f4; --soft: #a4abb8; --line: #434956; --edge: #717988;
            --accent: #8f9bff;
            --on-accent: #14161b; --bad: #ffb4ab; --bad-ground: #452320; --good: #6fd69b; --shade: 0 12px 40px #00000066;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0; min-height: 100vh; background: var(--ground); color: var(--ink);
          font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif;
        }
        .card-page { display: grid; place-items: center; padding: 3rem 1rem 2rem; }
        .ribbon {
          padding: .15rem 1rem; background: var(--accent); color: var(--on-accent); font-size: .8rem; text-align: center;
        }
        .card-page .ribbon { position: absolute; inset: 0 0 auto; }
        .card {
          width: 100%; max-width: 25rem; padding: 2.5rem; background: var(--box); border-radius: 12px;
          box-shadow: var(--shade); overflow-wrap: anywhere;
        }
        .card header { text-align: center; margin-bottom: 1.5rem; }
        .card header p { margin: .5rem 0 0; color: var(--soft); overflow-wrap: anywhere; text-wrap: balance; }
        .card header strong { color: var(--ink); }
        .mark {
          display: inline-block; width: 3rem; height: 3rem; margin-bottom: 1rem; border-radius: 14px 14px 50% 50%;
          background: linear-gradient(135deg, var(--accent), #19b4a5);
        }
        h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
        a { color: var(--accent); }
        label { display: block; margin-bottom: .35rem; font-size: .875rem; color: var(--soft); }
        input:not([type=hidden]) {
          width: 100%; margin-bottom: 1rem; padding: .75rem .9rem; border: 1px solid var(--edge); border-radius: 8px;
          background: var(--box); color: var(--ink); font: inherit;
        }
        input[readonly] { background: var(--ground); color: var(--soft); }
        input.code { letter-spacing: .35em; font-variant-numeric: tabular-nums; text-align: center; }
        input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px;
        }
        input:focus-visible { border-color: var(--accent); outline-offset: 0; }
        button {
          display: block; width: 100%; margin: 0 0 .75rem; padding: .75rem 1rem; border: 1px solid var(--line);
          border-radius: 8px; background: transparent; color: var(--ink); font: inherit; font-weight: 600;
          cursor: pointer; overflow-wrap: anywhere;
        }
        .card > form:last-child > button:last-child { margin-bottom: 0; }
        button.plain { margin-bottom: .5rem; padding: .5rem 1rem; font-size: .9rem; font-weight: 500; }
        button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
        button:hover { filter: brightness(1.08); border-color: var(--accent); }
        .choice { display: flex; flex-direction: row-reverse; gap: .75rem; }
        .choice button { margin: 0; }
        .aside { margin: .5rem 0 .75rem; text-align: center; font-size: .9rem; color: var(--soft); }
        .forgotten { margin: -.25rem 0 1rem; font-size: .9rem; }
        .or { display: flex; align-items: center; gap: .75rem; margin: 1.25rem 0; color: var(--soft); font-size: .8rem; }
        .or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--line); }
        .notice {
          margin: 0 0 1rem; padding: .75rem .9rem; border-radius: 8px; background: var(--bad-ground); color: var(--bad);
          font-size: .9rem; overflow-wrap: anywhere;
        }
        .done { margin: 0; text-align: center; font-size: 3rem; line-height: 1; color: var(--good); }
        .done.refused { color: var(--bad); }
        .secret {
          display: block; margin: 0 0 1.25rem; padding: .75rem; border: 1px dashed var(--line); border-radius: 8px;
          text-align: center; font: 600 1rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere;
        }
        .who {
          display: inline-block; margin-top: .75rem; padding: .2rem .8rem; border: 1px solid var(--line);
          border-radius: 99px; font-size: .875rem; overflow-wrap: anywhere;
        }
        .intro { margin: 0 0 .75rem; }
        .symbol {
          display: block; width: 11rem; margin: 0 auto 1rem; border-radius: 8px; background: #ffffff; fill: #000000;
          shape-rendering: crispEdges;
        }
        .scopes { margin: 0 0 1.5rem; padding-left: 1.25rem; }
        .scopes li { margin-bottom: .35rem; }
        .ways { margin-top: .5rem; }
        .ways summary { margin-bottom: 1rem; color: var(--accent); cursor: pointer; text-align: center; font-size: .9rem; }
        code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; }
        [hidden] { display: none; }
        @media (max-width: 30rem) {
          .card-page { place-items: start stretch; padding: 1.5rem 0 0; background: var(--box); }
          .card { max-width: none; padding: 2rem 1.25rem; border-radius: 0; box-shadow: none; }
        }
        @media (prefers-reduced-motion: no-preference) { button { transition: filter .1s, border-color .1s; } }

        """

    /// The part for the inspector.
    static let desk = """
        .desk { font-size: 15px; }
        .bar {
          display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .9rem 1.5rem;
          background: var(--box); border-bottom: 1px solid var(--line);
        }
        .bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
        .bar a { text-decoration: none; padding: .2rem 0; }
        .bar a[aria-current] { border-bottom: 2px solid var(--accent); font-weight: 600; }
        .desk main { max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
        .desk .notice { margin: 1rem 0; }
        .desk h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
        .desk dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem; }
        .desk dt { color: var(--soft); }
        .desk dd { margin: 0; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; margin: 1rem 0; background: var(--box); border: 1px solid var(--line); border-radius: 8px; }
        table { width: 100%; border-collapse: collapse; }
        th, td { padding: .55rem .9rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        tr:last-child td { border-bottom: 0; }
        th { font-size: .8rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
        td { max-width: 24rem; overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
        td:has(details) { max-width: none; }
        pre { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        .long { overflow-wrap: anywhere; }
        .digits { letter-spacing: .15em; }
        button.copy {
          display: inline-block; width: auto; margin: 0 0 0 .5rem; padding: .1rem .5rem; border-radius: 5px;
          font-size: .75rem; font-weight: 500;
        }
        .bad { color: var(--bad); font-weight: 600; }
        .good { color: var(--good); font-weight: 600; }
        .none { color: var(--soft); }
        .reason { margin: .25rem 0 0; color: var(--bad); font-size: .9em; }
        summary { cursor: pointer; }
        .pager { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; color: var(--soft); }
        .desk form.line { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 0 0 .6rem; }
        .desk form.line label { margin: 0; }
        .desk form.line input:not([type=hidden]), .desk form.line select {
          width: auto; max-width: 14rem; margin: 0; padding: .4rem .6rem; border: 1px solid var(--edge);
          border-radius: 6px; background: var(--box); color: var(--ink); font: inherit;
        }
        .desk form.line input[type=number] { width: 7rem; }
        .group { display: flex; flex-wrap: wrap; gap: .6rem; }
        .desk form.line button { width: auto; background: var(--box); margin: 0; padding: .4rem .9rem; }
        @media (max-width: 30rem) {
          .bar { padding: .75rem 1rem; }
          .bar nav { flex-basis: 100%; }
          .desk main { padding: 1rem; }
          thead { display: none; }
          tr { display: block; padding: .5rem .75rem; border-bottom: 1px solid var(--line); }
          td { display: flex; gap: .6rem; max-width: none; padding: .15rem 0; border: 0; }
          td::before { content: attr(data-head); flex: 0 0 6rem; font-size: .8rem; color: var(--soft); }
          td > span { min-width: 0; overflow-wrap: anywhere; }
          .desk dl { grid-template-columns: 1fr; gap: 0; }
          .desk dd { margin-bottom: .6rem; }
        }

        """
}
