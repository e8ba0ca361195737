// The page: its head with the views and the theme, and the view that the address names.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./styles/base.css";
import "./styles/matrix.css";
import "./styles/views.css";
import "./styles/media.css";
import { FIRST, catalog } from "./state/data";
import { PROMOTE, type Route, address, parseAddress, useRoute } from "./state/route";
import { About } from "./views/about";
import { Ask } from "./views/ask";
import { Compare } from "./views/compare";
import { DTypePage } from "./views/dtype";
import { Matrix } from "./views/matrix";
import { Migrate } from "./views/migrate";

const VIEWS: [Route["view"], string, string][] = [
  ["matrix", "Matrix", `#/${encodeURIComponent(FIRST)}/${PROMOTE}`],
  ["compare", "Compare", "#/compare/numpy/torch"],
  ["ask", "Ask", "#/ask/"],
  ["migrate", "Migrate", "#/migrate/numpy/torch"],
  ["about", "Rulesets", `#/about/${encodeURIComponent(FIRST)}`],
  ["dtype", "Dtypes", "#/dtype/float32"],
];

const THEMES = ["system", "light", "dark"];

function View({ route }: { route: Route }) {
  switch (route.view) {
    case "matrix":
      return <Matrix route={route} />;
    case "compare":
      return <Compare route={route} />;
    case "ask":
      return <Ask line={route.line} />;
    case "migrate":
      return <Migrate route={route} />;
    case "about":
      return <About route={route} />;
    case "dtype":
      return <DTypePage route={route} />;
  }
}

/** What is remembered where the browser allows it, which it may not of a page from a disk. */
function remembered(): string {
  try {
    return localStorage.getItem("theme") ?? "system";
  } catch {
    return "system";
  }
}

function Theme() {
  const [theme, set] = useState(remembered);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // The choice holds until the page is left.
    }
  }, [theme]);
  return (
    <button type="button" class="theme" onClick={() => set(THEMES[(THEMES.indexOf(theme) + 1) % 3] ?? "system")}>
      Theme: {theme}
    </button>
  );
}

function App() {
  const route = useRoute();
  const title = VIEWS.find(([view]) => view === route.view)?.[1] ?? "";
  useEffect(() => {
    document.title = `${route.view === "matrix" ? route.ruleset : title} · Concord`;
  }, [route]);
  return (
    <>
      <header>
        <a
          class="skip"
          href={address(route)}
          onClick={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>("main")?.focus();
          }}
        >
          Skip to the content
        </a>
        <a class="brand" href="#/">
          Concord
        </a>
        <nav aria-label="Views">
          {VIEWS.map(([view, title, to]) => (
            <a href={to} key={view} aria-current={view === route.view ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Theme />
      </header>
      <main tabIndex={-1}>
        <View route={route} />
      </main>
      <footer>
        Concord {catalog.data.concord}: {catalog.names.length} rulesets, {catalog.ops.length} operations,{" "}
        {catalog.dtypes.length} dtypes. Every cell has its source;{" "}
        <a href="https://github.com/concord-rs/concord">the data is in the repository</a>.
      </footer>
    </>
  );
}

const root = document.getElementById("page");
if (root !== null) render(<App />, root);

// What checks of the page look at.
Object.assign(window, { concord: { catalog, parseAddress } });
