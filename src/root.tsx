import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "react-router";
import closeMenu from "./early/close-menu.ts?inline-script";
import firstPaint from "./early/first-paint.ts?inline-script";
import keepInput from "./early/keep-input.ts?inline-script";
import pageNotLoaded from "./early/page-not-loaded.ts?inline-script";
import { Footer } from "./layouts/components/footer.tsx";
import { Header } from "./layouts/components/header.tsx";
import { PAGE_NOT_LOADED } from "./lib/page-not-loaded.ts";
import { hasServiceWorkers, registerWorker } from "./lib/service-worker.ts";
import { useCurrentEntry } from "./ui/back-closes.ts";
import { Mark } from "./ui/icons.tsx";
import { Waiting } from "./ui/states.tsx";
import "./ui/styles/app.css";

/**
 * React clears the page's own element when it mounts it again, as where an error takes a page's place: what the scripts of the head wrote
 * on it (theme, reading settings, whether somebody is signed in) is written again.
 */
function useKeptDataset(): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    Object.assign(page.dataset, kept);
    return () => {
      kept = { ...page.dataset };
    };
  }, []);
}
let kept: DOMStringMap = {};

export function Layout({ children }: { children: ReactNode }) {
  useKeptDataset();
  return (
    <html lang="pt-BR" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1728" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <link rel="manifest" href="/academia.webmanifest" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: code of ours, made by the build; its hash is in the page's CSP */}
        <script dangerouslySetInnerHTML={{ __html: firstPaint }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
        <script dangerouslySetInnerHTML={{ __html: pageNotLoaded }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
        <script dangerouslySetInnerHTML={{ __html: keepInput }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: as above */}
        <script dangerouslySetInnerHTML={{ __html: closeMenu }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Incomplete />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Shown when the scripts of this page did not come (src/early/page-not-loaded.ts). */
const Incomplete = () => (
  <div className="incomplete no-print" id="pagina-incompleta" role="alert" hidden>
    <p>Esta página não terminou de carregar. Verifique a internet e tente de novo.</p>
    <button type="button" className="btn btn-sm" data-load-again>
      Tentar novamente
    </button>
  </div>
);

/** Of a page that was only going to be prefetched, it is no error that its script did not come; React Router lets it go unhandled. */
function ignorePrefetch(event: PromiseRejectionEvent): void {
  if (event.reason instanceof Error && event.reason.message === PAGE_NOT_LOADED) event.preventDefault();
}

/** Brings the service worker once the page has nothing else to do. */
function bringWorker(): void {
  if (!hasServiceWorkers()) return;
  const bring = () => void registerWorker().catch(() => undefined); // refused in some private windows
  if ("requestIdleCallback" in window) requestIdleCallback(bring, { timeout: 10_000 });
  else setTimeout(bring, 3_000);
}

export default function Root() {
  // The second render: what the pages' own effects set at the first one counts before an early press does.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(() => void (hydrated && window.dispatchEvent(new Event("hydrated"))), [hydrated]);
  useCurrentEntry();
  useEffect(bringWorker, []);
  useEffect(() => {
    window.addEventListener("unhandledrejection", ignorePrefetch);
    return () => window.removeEventListener("unhandledrejection", ignorePrefetch);
  }, []);
  return <Outlet />;
}

/** While the application loads, where the build has rendered no page of its own (src/pages.ts). */
export function HydrateFallback() {
  return (
    <>
      <Header />
      <main id="conteudo" className="whole-screen">
        <Waiting />
      </main>
    </>
  );
}

/** In the place of a page that cannot be shown: what happened, between header and footer as everywhere. */
const Told = ({ title, heading, children }: { title: string; heading: string; children: ReactNode }) => (
  <>
    <title>{title}</title>
    <Header />
    <main id="conteudo" className="narrow">
      <Mark />
      <h1>{heading}</h1>
      {children}
    </main>
    <Footer />
  </>
);

/** Somebody went on to a page whose script did not come: no connection, or the academy has a newer version. */
const PageNotLoaded = () => (
  <Told title="Página não carregada · Academia" heading="A página não carregou">
    <p role="alert">Verifique a internet e tente de novo. Quando a conexão voltar, ela abre sozinha.</p>
    <p>
      <button type="button" className="btn" data-load-again>
        Tentar novamente
      </button>
    </p>
  </Told>
);

export function ErrorBoundary() {
  const error = useRouteError();
  if (error instanceof Error && error.message === PAGE_NOT_LOADED) return <PageNotLoaded />;
  const known = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Told title="Algo falhou · Academia" heading={known ? "Oops! Page not found" : "Algo falhou nesta página"}>
      <p>Recarregue a página. Se continuar, volte ao início e nos avise pelo Contato.</p>
      <p>
        <a className="go" href="/">
          Voltar ao início
        </a>
      </p>
    </Told>
  );
}
