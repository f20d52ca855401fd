import { Link } from "react-router";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { PLATES } from "#app/lib/plates.ts";
import { ordinal } from "#app/lib/text.ts";
import { Emblem } from "#app/ui/emblems.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { ModuleCard } from "../courses.answers.ts";
import styles from "./stone.module.css";
import { StoneFace } from "./stone-face.tsx";

/** Faces that a degree's stone has before its modules, and after its exam: earlier degrees' work, and the side that the mortar takes. */
const INHERITED: Record<Degree, { before: number; after: number }> = {
  aprendiz: { before: 0, after: 0 },
  companheiro: { before: 1, after: 1 },
  mestre: { before: 0, after: 1 },
};

/** A stone has six faces: where they are in the net, in the order of the work: a rising strip. */
const PLACES = ["3 / 1", "3 / 2", "2 / 2", "2 / 3", "1 / 3", "1 / 4"];

type Face = { module: ModuleCard } | { kind: "exam" | "blank" };

function facesOf(degree: Degree, modules: ModuleCard[]): Face[] {
  const { before, after } = INHERITED[degree];
  const blank = (count: number) => Array.from({ length: count }, () => ({ kind: "blank" }) as const);
  return [...blank(before), ...modules.map((module) => ({ module })), { kind: "exam" } as const, ...blank(after)];
}

const UPPER = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const FACES = ["nenhuma", "uma", "duas", "três", "quatro", "cinco", "seis"];

/** "Uma face pronta, três em obra." The exam's face is ready when it is passed. */
export function facesInWords(degree: Degree, modules: ModuleCard[], examPassed: boolean): string {
  const open = modules.some(({ lock }) => lock?.reason !== "degree");
  if (!open && degree === "companheiro") return "Duas faces já vêm do primeiro grau.";
  if (!open) return "A sexta fica na argamassa.";
  const done = modules.filter(({ status }) => status === "completed").length + Number(examPassed);
  const begun = modules.filter(({ status, percent }) => status === "in-progress" && percent > 0).length;
  const ready = `${UPPER(FACES[done] ?? String(done))} ${done > 1 ? "faces prontas" : "face pronta"}`;
  return begun > 0 ? `${ready}, ${FACES[begun]} em obra.` : `${ready}.`;
}

const CAPTION = {
  aprendiz: "A pedra desdobrada: cinco módulos e o exame",
  companheiro: "Os quatro lados que o nível e o prumo provam",
  mestre: "A pedra assentada: cinco faces à vista",
} as const;

/** The number of a module's face, in Roman numerals as far as the course of the files goes. */
export const facePlate = (moduleId: number) =>
  ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][moduleId - 1] ?? String(moduleId);

/** What is said of a face besides its drawing. */
const stateOf = ({ lock, percent }: ModuleCard) => (lock ? "bloqueado" : `${percent}%`);

type StoneProps = { degree: Degree; modules: ModuleCard[]; examPassed: boolean };

/** The degree's stone, unfolded: a face per module, dressed as far as the module is done, and one for the exam. */
export function StoneNet({ degree, modules, here, examPassed }: StoneProps & { here: number | undefined }) {
  const done = modules.some(({ status }) => status === "completed");
  const ofAprendiz = examPassed ? "companheiro" : done ? "em-obra" : "aprendiz";
  const folded = degree === "aprendiz" ? ofAprendiz : degree;
  const faces = facesOf(degree, modules);
  if (faces.length > PLACES.length) return <StoneStrip degree={degree} modules={modules} examPassed={examPassed} />;
  return (
    <>
      <figure className={`plate ${styles.netPlate}`}>
        <div className="plate-art">
          <div className={styles.net}>
            {faces.map((face, index) => (
              <NetCell
                key={PLACES[index]}
                face={face}
                place={PLACES[index]!}
                here={here}
                degree={degree}
                examPassed={examPassed}
              />
            ))}
            <span className={styles.folded}>
              <Emblem name={folded} />
            </span>
            <p className={styles.netNote}>{facesInWords(degree, modules, examPassed)}</p>
          </div>
        </div>
        <figcaption>
          <span>{CAPTION[degree]}</span>
          <b>Pr. {PLATES[degree]}</b>
        </figcaption>
      </figure>
      <ul className={styles.legend}>
        {[
          ["Pronta", 1],
          ["Em obra", 0.6],
          ["Por lavrar", 0],
        ].map(([label, share]) => (
          <li key={label}>
            <StoneFace face={30} share={Number(share)} />
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type CellProps = { face: Face; place: string; here: number | undefined; degree: Degree; examPassed: boolean };

function NetCell({ face, place, here, degree, examPassed }: CellProps) {
  if (!("module" in face)) {
    const exam = face.kind === "exam";
    return (
      <span
        className={`${styles.cell} ${exam ? `${examPassed ? "" : styles.rough} ${styles.exam}` : ""}`}
        style={{ gridArea: place }}
        {...(exam ? {} : { role: "img", "aria-label": blankInWords(degree) })}
      >
        <StoneFace face={20 + DEGREE_LABEL[degree].length} share={exam && !examPassed ? 0 : 1} />
        {exam && <b>Exame</b>}
      </span>
    );
  }
  const { module } = face;
  const rough = module.percent === 0;
  return (
    <Link
      className={`${styles.cell} ${rough ? styles.rough : ""} ${module.id === here ? styles.now : ""}`}
      style={{ gridArea: place }}
      to={`/modulo/${module.id}`}
      aria-label={`Módulo ${module.id}, ${module.title}: ${stateOf(module)}`}
    >
      <StoneFace face={module.id} share={module.percent / 100} emblem={!rough} />
      <b>{module.id}</b>
      {module.lock && <Icon name="lock" />}
    </Link>
  );
}

const blankInWords = (degree: Degree) =>
  degree === "mestre" ? "A sexta face assenta na argamassa" : "Face lavrada no grau de Aprendiz";

/** The faces in lines of six, with what is open now marked. @param opening the module that has just been opened */
export function StoneStrip({ degree, modules, examPassed, opening }: StoneProps & { opening?: number | undefined }) {
  return (
    <div
      className={styles.strip}
      role="img"
      aria-label={`${facesInWords(degree, modules, examPassed)} A última é o exame do grau.`}
    >
      {facesOf(degree, modules).map((face, index) => {
        const module = "module" in face ? face.module : undefined;
        const dressed = "kind" in face && (face.kind === "blank" || examPassed);
        const share = module ? module.percent / 100 : Number(dressed);
        return (
          <span key={module?.id ?? PLACES[index]} className={module && module.id === opening ? styles.opening : undefined}>
            <StoneFace
              face={module?.id ?? 20 + DEGREE_LABEL[degree].length}
              share={share}
              emblem={share > 0 && module !== undefined}
            />
          </span>
        );
      })}
    </div>
  );
}

/** "Segunda face da pedra"; a module beyond the six faces has its place alone. */
export const faceName = ({ place, degree }: Pick<ModuleCard, "place" | "degree">) => {
  const face = place + INHERITED[degree].before;
  return face > PLACES.length ? `${UPPER(ordinal(place, "o"))} módulo do grau` : `${UPPER(ordinal(face, "a"))} face da pedra`;
};
