import type { ReactNode } from "react";
import { Button } from "./button.tsx";

type Props = {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
  /** Beside the button: how far one has come. */
  children?: ReactNode;
};

/** The way to a list's next page, while there is one. */
export function ShowMore({ list, label = "Mostrar mais", children }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <p className="show-more">
      <Button look="secondary" busy={list.isFetchingNextPage} busyLabel="Carregando..." onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
      {children}
    </p>
  );
}
