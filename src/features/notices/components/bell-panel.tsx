import { Popover } from "@base-ui/react/popover";
import { QueryClientProvider } from "@tanstack/react-query";
import type { RefObject } from "react";
import { Link } from "react-router";
import { queryClient } from "#app/lib/query-client.ts";
import { useBackCloses } from "#app/ui/back-closes.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useNotices } from "../notices.queries.ts";
import styles from "../pages/notices.module.css";
import panelStyles from "./bell-panel.module.css";
import { Line } from "./notice-line.tsx";
import { ReadAll } from "./read-all.tsx";
import { when } from "./words.ts";

/** Lines that are shown; the page has the others. */
const SHOWN = 4;

type Props = { open: boolean; onClose: () => void; bell: RefObject<HTMLAnchorElement | null> };

/** The latest notices, unrolled from the header. Some pages have no queries of their own, so it brings them. */
export function BellPanel({ open, onClose, bell }: Props) {
  useBackCloses(open, onClose);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(_, { event }) => {
        if (!bell.current?.contains(event.target as Node)) onClose(); // the bell itself opens and closes it
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          className="float"
          anchor={() => bell.current?.closest(".page") ?? bell.current}
          align="end"
          sideOffset={1}
          collisionPadding={0}
        >
          <Popover.Popup className={panelStyles.sheet} finalFocus={bell}>
            <QueryClientProvider client={queryClient}>
              <Latest onClose={onClose} />
            </QueryClientProvider>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Latest({ onClose }: { onClose: () => void }) {
  const list = useNotices("all");
  const newest = list.data?.pages[0];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on a link is a click, too
    <div className={panelStyles.in} onClick={({ target }) => (target as Element).closest("a") && onClose()}>
      <div className={panelStyles.head}>
        <Popover.Title>Notificações</Popover.Title>
        {newest && newest.unread > 0 && newest.notices[0] && <ReadAll newest={newest.notices[0].id} label="Marcar como lidas" />}
      </div>
      {list.isPending && <Skeleton label="Carregando..." />}
      {list.isError && !list.data && (
        <ErrorState title="Erro ao carregar as notificações" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {newest?.notices.length === 0 && <p className="meta">Nenhuma notificação ainda.</p>}
      {newest && newest.notices.length > 0 && (
        <ol className={styles.lines}>
          {newest.notices.slice(0, SHOWN).map((notice) => (
            <Line key={notice.id} notice={notice} when={when(new Date(notice.at))} />
          ))}
        </ol>
      )}
      <div className={panelStyles.foot}>
        <Link className="go" to="/notificacoes">
          Ver todas <Icon name="arrow" />
        </Link>
        <Link to="/notificacoes#preferencias">Preferências</Link>
      </div>
    </div>
  );
}
