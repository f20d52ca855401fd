import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../features/account/account.queries.ts";
import { ErrorState, Waiting } from "../ui/states.tsx";
import { Footer } from "./components/footer.tsx";
import { Header } from "./components/header.tsx";
import { useSessionAcrossTabs } from "./use-session-across-tabs.ts";

/** Pages behind login: a spinner while the session loads, then the page, or the way to /login and back. */
export default function MemberLayout() {
  useSessionAcrossTabs();
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.isSuccess && !session.data.member)
    return <Navigate to={`/login?volta=${encodeURIComponent(pathname + search)}`} replace />;
  return (
    <>
      <meta name="robots" content="noindex" />
      <Header />
      <main id="conteudo">
        {session.isPending && <Waiting />}
        {session.isError && (
          <div className="page">
            <ErrorState
              title="Não foi possível abrir a sua sessão"
              error={session.error}
              onRetry={() => void session.refetch()}
            />
          </div>
        )}
        {session.data?.member && <Outlet />}
      </main>
      <Footer />
    </>
  );
}
