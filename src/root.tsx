import { type ReactNode, useEffect, useState } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import { Waiting } from "./ui/states.tsx";
import "./ui/styles/app.css";

/**
 * Runs before the first paint: the theme that was chosen (or the device's), and whether somebody is signed in, so that the header
 * stands right at once. It knows nothing but these two words; the session itself is a cookie no script can read. It also tells zod,
 * before any schema is made, not to try whether it may compile code: our CSP refuses that, and the browser would report it.
 */
const HEAD_SCRIPT = `(function(){var r=document.documentElement,t,s;try{t=localStorage.getItem("tema");s=localStorage.getItem("sessao")}catch(e){}
r.dataset.theme=t||(matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");if(s)r.dataset.session=s;window.__zod_globalConfig={jitless:true}})()`;

/**
 * Keeps what a visitor does between the first paint and the moment React has taken the page over: what he types or chooses, and the
 * last button that he presses, which is pressed again then. Without it forms would be sent as addresses, with passwords in them, and
 * texts be lost. React, which listens on the document too, must not see these events: one would make it take the page over in the
 * middle of a choice, between its `input` and its `change`, and put the field back to what the page was made with. A value is set past
 * React's own setter, or React would take it for one that it knows already.
 */
const EARLY_SCRIPT = `(function(){var texts=new Map(),pressed;
function type(e){if(/^(radio|checkbox)$/.test(e.target.type))return;e.stopImmediatePropagation();texts.set(e.target,e.target.value)}
function press(e){var button=e.target.closest("button");if(!button)return;e.preventDefault();e.stopImmediatePropagation();pressed=button;button.setAttribute("aria-busy","true")}
function send(e){e.preventDefault();e.stopImmediatePropagation()}
var kinds={input:type,change:type,click:press,submit:send};
for(var kind in kinds)document.addEventListener(kind,kinds[kind],true);
addEventListener("hydrated",function(){for(var kind in kinds)document.removeEventListener(kind,kinds[kind],true);
texts.forEach(function(text,field){field.value="";Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),"value").set.call(field,text);
["input","change"].forEach(function(kind){field.dispatchEvent(new Event(kind,{bubbles:true}))})});
if(pressed){pressed.removeAttribute("aria-busy");pressed.click()}},{once:true})})()`;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1728" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; its hash is in the page's CSP */}
        <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
        <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // The second render: what the pages' own effects set at the first one counts before an early press does.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(() => void (hydrated && window.dispatchEvent(new Event("hydrated"))), [hydrated]);
  return <Outlet />;
}

/** The shell of members' pages, while the application loads. */
export function HydrateFallback() {
  return (
    <main id="conteudo">
      <Waiting />
    </main>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const known = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="conteudo" className="narrow">
      <title>Algo falhou · Academia</title>
      <h1>{known ? "Oops! Page not found" : "Algo falhou nesta página"}</h1>
      <p>Recarregue a página. Se continuar, volte ao início e nos avise pelo Contato.</p>
      <p>
        <a className="go" href="/">
          Voltar ao início
        </a>
      </p>
    </main>
  );
}
