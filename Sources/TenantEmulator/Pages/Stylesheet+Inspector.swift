extension Stylesheet {
    /// The part for the inspector.
    static let inspector = """
        .inspector { font-size: 15px; }
        .bar {
          display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; padding: .9rem 1.5rem;
          background: var(--box); border-bottom: 1px solid var(--line);
        }
        .bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
        .bar a { text-decoration: none; padding: .2rem 0; }
        .bar a[aria-current] { border-bottom: 2px solid var(--accent); font-weight: 600; }
        .inspector main { max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
        .inspector .notice { margin: 1rem 0; }
        .inspector h1 { margin-bottom: 1rem; }
        .inspector h2 { margin: 2rem 0 .75rem; font-size: 1.1rem; }
        .inspector dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem; }
        .inspector dt { color: var(--soft); }
        .inspector dd { margin: 0; overflow-wrap: anywhere; }
        .scroll { overflow-x: auto; margin: 1rem 0; background: var(--box); border: 1px solid var(--line); border-radius: 8px; }
        table { width: 100%; border-collapse: collapse; }
        th, td { padding: .55rem .9rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        tr:last-child td { border-bottom: 0; }
        th { font-size: .8rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
        td { max-width: 24rem; overflow-wrap: break-word; font-variant-numeric: tabular-nums; }
        td:has(details) { max-width: none; }
        pre { margin: .5rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        pre.json { max-width: 100%; overflow-x: auto; white-space: pre; }
        .long { overflow-wrap: anywhere; }
        time, .id, td > span:has(> .id) { white-space: nowrap; }
        .id { font-size: .8em; }
        td small { white-space: nowrap; }
        td .long { display: inline-block; max-height: 7.5rem; overflow-y: auto; vertical-align: top; }
        details .long + button.copy { margin: .25rem 0 .5rem; }
        ul.plain { margin: 0; padding-left: 1.1rem; }
        .value { margin: 0; }
        details p { margin: .4rem 0; }
        .kinds { margin-top: 1rem; }
        .digits { letter-spacing: .15em; }
        .bad { color: var(--bad); font-weight: 600; }
        .good { color: var(--good); font-weight: 600; }
        .none { color: var(--soft); }
        .reason { margin: .25rem 0 0; color: var(--bad); font-size: .9em; }
        summary { cursor: pointer; }
        .pager { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; color: var(--soft); }
        .inspector form.line { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 0 0 .6rem; }
        .inspector form.line label { margin: 0; }
        .pair { display: flex; gap: .6rem; align-items: center; }
        .inspector form.line input:not([type=hidden], [type=checkbox]), .inspector form.line select {
          width: auto; max-width: 14rem; margin: 0; padding: .4rem .6rem; border: 1px solid var(--edge);
          border-radius: 6px; background: var(--box); color: var(--ink); font: inherit;
        }
        .inspector form.line input[type=number] { width: 7rem; }
        .group { display: flex; flex-wrap: wrap; gap: .6rem; }
        .inspector form.line button { width: auto; background: var(--box); margin: 0; padding: .4rem .9rem; }
        @media (max-width: 60rem) {
          thead { display: none; }
          tr { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; padding: .5rem .9rem; border-bottom: 1px solid var(--line); }
          tr:last-child { border-bottom: 0; }
          td { display: flex; gap: .5rem; min-width: 0; max-width: 100%; padding: .1rem 0; border: 0; }
          td::before { content: attr(data-head); flex: none; font-size: .8rem; line-height: 1.4rem; color: var(--soft); }
          td > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
          td:has(details) { display: block; flex-basis: 100%; }
          td:has(details)::before { display: none; }
          td:has(> span:empty) { display: none; }
        }
        @media (max-width: 36rem) {
          .bar { padding: .75rem 1rem; }
          .bar nav { display: grid; grid-template-columns: repeat(4, auto); flex-basis: 100%; }
          .inspector main { padding: 1rem; }
          td > span:has(> .id), .id { white-space: normal; overflow-wrap: anywhere; }
          .inspector dl { grid-template-columns: 1fr; gap: 0; }
          .inspector dd { margin-bottom: .6rem; }
          .inspector form.line { display: grid; grid-template-columns: max-content 1fr; }
          .pair { display: contents; }
          .inspector form.line label:has(input), .inspector form.line button {
            grid-column: 1 / -1; justify-self: start;
          }
          .inspector form.line input:not([type=hidden], [type=checkbox]), .inspector form.line select {
            width: 100%; min-width: 0; max-width: none;
          }
        }

        """
}
