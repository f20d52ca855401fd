import { Link } from "react-router";
import { useMember } from "#app/features/account/account.queries.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { useTalkAbout } from "../topics/topics.queries.ts";
import type { DiscussedText } from "../topics/topics.schema.ts";
import styles from "./discuss-link.module.css";
import { newTopicAddress } from "./words.ts";

const LABEL = { lesson: "Discutir esta lição", study: "Discutir este texto" } as const;

/** The way from a text to what is said about it, or to its first word; the community opens with the address. Its room is there before the answer is. */
export function DiscussLink({ kind, textId }: DiscussedText) {
  const { standing } = useMember();
  const talk = useTalkAbout(standing !== "full" ? null : { kind, textId });
  const { topicId, boardId, people } = talk.data ?? { topicId: null, boardId: null, people: 0 };
  const to = topicId ? `/comunidade/assunto/${topicId}` : newTopicAddress(boardId ?? "", { kind, textId });
  return (
    <p className={`${styles.discuss} no-print`}>
      {boardId && (
        <>
          <Link className="go" to={to}>
            {LABEL[kind]} <Icon name="arrow" />
          </Link>
          <span className="meta">
            {people > 0
              ? `${plural(people, "irmão conversa", "irmãos conversam")} sobre ${kind === "lesson" ? "ela" : "ele"}.`
              : ""}
          </span>
        </>
      )}
    </p>
  );
}
