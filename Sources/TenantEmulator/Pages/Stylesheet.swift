/// The style sheet of the pages, with a dark variant and a layout for phones.
enum Stylesheet {
    static let text = """
        :root {
          --ground: #f4f5f7; --box: #ffffff; --ink: #1e212a; --soft: #5d6470; --line: #c9ced6; --edge: #818996;
          --accent: #4450d6; --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdecea; --good: #1a7f47;
          --shade: 0 12px 40px #1e212a22;
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
        .card-page { display: grid; place-items: center; padding: 2.5rem 1rem 1rem; }
        .ribbon {
          padding: .15rem 1rem; background: var(--accent); color: var(--on-accent); font-size: .8rem; text-align: center;
        }
        .ribbon .address { margin-left: .5rem; font-family: ui-monospace, "DejaVu Sans Mono", monospace; }
        .card-page .ribbon { position: absolute; inset: 0 0 auto; }
        .card {
          width: 100%; max-width: 25rem; padding: 1.75rem 2rem; background: var(--box); border-radius: 12px;
          box-shadow: var(--shade); overflow-wrap: anywhere;
        }
        .card header { text-align: center; margin-bottom: 1.25rem; }
        .card header p { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere; text-wrap: balance; }
        .card header strong { color: var(--ink); }
        .mark {
          display: block; width: 2rem; height: 2rem; margin: 0 auto .5rem; border-radius: 9px 9px 50% 50%;
          background: linear-gradient(135deg, var(--accent), #19b4a5);
        }
        h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
        a { color: var(--accent); }
        label { display: block; margin-bottom: .35rem; font-size: .875rem; color: var(--soft); }
        input:not([type=hidden], [type=checkbox]) {
          width: 100%; margin-bottom: .75rem; padding: .6rem .9rem; border: 1px solid var(--edge); border-radius: 8px;
          background: var(--box); color: var(--ink); font: inherit;
        }
        input[readonly] { background: var(--ground); color: var(--soft); }
        input.code { letter-spacing: .35em; font-variant-numeric: tabular-nums; text-align: center; }
        input:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px;
        }
        input:focus-visible { border-color: var(--accent); outline-offset: 0; }
        button {
          display: block; width: 100%; margin: 0 0 .75rem; padding: .65rem 1rem; border: 1px solid var(--line);
          border-radius: 8px; background: transparent; color: var(--ink); font: inherit; font-weight: 600;
          cursor: pointer; overflow-wrap: anywhere;
        }
        .card > form:last-child > button:last-child { margin-bottom: 0; }
        button.plain { margin-bottom: .5rem; padding: .5rem 1rem; font-size: .9rem; font-weight: 500; }
        .alternatives { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .5rem; }
        .alternatives button.plain { height: 100%; margin: 0; font-size: .85rem; }
        button:has(.icon) {
          display: flex; align-items: center; justify-content: center; gap: .5rem; padding: .45rem .4rem;
        }
        .icon {
          flex: none; width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75;
          stroke-linecap: round; stroke-linejoin: round;
        }
        .initial { border: 1.5px solid currentColor; border-radius: 50%; font-size: .75rem; line-height: 1.15rem; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
        button:hover { filter: brightness(1.08); border-color: var(--accent); }
        .choice { display: flex; flex-direction: row-reverse; gap: .75rem; }
        .choice button { margin: 0; }
        button.copy {
          display: inline-block; width: auto; margin: 0 0 0 .5rem; padding: .2rem .5rem; border-radius: 5px;
          min-height: 26px; font: 500 .75rem/1.5 system-ui, "DejaVu Sans", sans-serif;
        }
        .people { margin: 0 0 .75rem; }
        .people form, .people ul {
          max-height: 14.8rem; margin: 0; padding: 0; overflow-y: auto; border: 1px solid var(--line);
          border-radius: 8px; list-style: none;
        }
        .people li, button.person {
          display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; margin: 0;
          padding: .3rem .75rem; border: 0; border-bottom: 1px solid var(--line); border-radius: 0;
          font-size: .85rem; font-weight: 500; text-align: left;
        }
        .people li:last-child, button.person:last-child { border-bottom: 0; }
        button.person:hover { background: var(--ground); }
        button.person:focus-visible { outline-offset: -2px; }
        .people small { color: var(--soft); font-size: .8rem; font-weight: 400; }
        .label { margin: 0 0 .25rem; font-size: .875rem; color: var(--soft); }
        .clients { max-height: 16rem; margin: 0 0 .75rem; padding: 0; overflow-y: auto; list-style: none; }
        .clients li { padding: .35rem 0; border-bottom: 1px solid var(--line); font-size: .9rem; }
        .hint { margin: 0 0 1rem; padding: .6rem .9rem; border-left: 3px solid var(--accent); background: var(--ground); }
        .aside { margin: .5rem 0 .75rem; text-align: center; font-size: .9rem; color: var(--soft); }
        .options { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: -.25rem 0 .75rem; font-size: .875rem; }
        .options label { margin: 0; }
        .options a { margin-left: auto; }
        .or { display: flex; align-items: center; gap: .75rem; margin: .75rem 0; color: var(--soft); font-size: .8rem; }
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
        .secret:has(code) {
          display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: .25rem 0;
          padding: .6rem .4rem; font-size: .9rem;
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
        .ways summary, .people summary {
          margin-bottom: .75rem; color: var(--accent); cursor: pointer; text-align: center; font-size: .9rem;
        }
        .people summary { margin-bottom: .5rem; }
        code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; }
        [hidden] { display: none; }
        @media (max-width: 30rem) {
          .card-page { place-items: start stretch; padding: 2.5rem 0 0; background: var(--box); }
          .card { max-width: none; padding: 1.25rem; border-radius: 0; box-shadow: none; }
          .ribbon .address { display: block; margin: 0; }
        }
        @media (prefers-reduced-motion: no-preference) { button { transition: filter .1s, border-color .1s; } }

        """
}
