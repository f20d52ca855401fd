import { Link } from "react-router";
import type { TextDetail } from "../authoring.answers.ts";
import { editorPath, outlinePath, questionsPath } from "../authoring-words.ts";
import { textOfParent } from "../question-texts.policy.ts";

/** Where the page is: the course, the module or lesson, the text. @param here what the page is called, where it is not the text's own */
export function TextCrumbs({
  text,
  here,
}: {
  text: Pick<TextDetail, "kind" | "id" | "degree" | "parent" | "title">;
  here?: string;
}) {
  const { kind, degree, parent, title } = text;
  return (
    <nav className="crumbs" aria-label="Você está em">
      <ol>
        <li>
          <Link to={outlinePath(degree)}>Conteúdo</Link>
        </li>
        <li>
          <Link
            to={
              kind === "question"
                ? questionsPath(textOfParent(parent.id))
                : `${outlinePath(degree)}#${kind === "lesson" ? "modulo" : "estante"}-${parent.id}`
            }
          >
            {parent.title}
          </Link>
        </li>
        {here && (
          <li>
            <Link to={editorPath(text)}>{shorten(title)}</Link>
          </li>
        )}
        <li>
          <span aria-current="page">{here ?? shorten(title)}</span>
        </li>
      </ol>
    </nav>
  );
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 38).trimEnd()}…` : text || "Sem título");
