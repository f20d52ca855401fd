import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import type { TextDetail } from "../authoring.answers.ts";
import { useText } from "../authoring.queries.ts";
import type { TextRef } from "../authoring.schema.ts";
import { WritersOnly } from "./writers-only.tsx";

export type EditorProps = { text: TextDetail; onDiscarded: () => void };

/** The text of the address for its editor, which begins anew when the text was published or its draft thrown away. @param shell while it is on its way */
export function TextPage({
  kind,
  shell,
  Editor,
}: Pick<TextRef, "kind"> & { shell: ReactNode; Editor: (props: EditorProps) => ReactNode }) {
  const { id = "" } = useParams();
  const text = useText({ kind, id });
  const [life, setLife] = useState(0);
  if (text.isPending) return shell;
  if (!text.data) return <WritersOnly error={text.error} onRetry={() => void text.refetch()} />;
  return (
    <Editor key={`${id} ${text.data.published?.number ?? 0} ${life}`} text={text.data} onDiscarded={() => setLife(life + 1)} />
  );
}
