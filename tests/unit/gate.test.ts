import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Who may read a degree and who takes part is said in src/server/gate.ts (SQL, and `standingOf`) and in src/lib/degrees.ts (`coversDegree`).
 * Written by hand beside them the rule has leaked three times, so that every other mention fails here, with what to call.
 */
type Rule = { mention: RegExp; call: string; examples: string[]; except: string[] };

const GATE = "src/server/gate.ts";
const DEGREES = "src/lib/degrees.ts";

const RULES: Rule[] = [
  {
    mention: /\b(?:suspended_at|awaits_confirmation|awaits_admission)\b/,
    call: "takesPart(member) or isReaderOf(degree, member)",
    examples: ["where p.suspended_at is null", "and not p.awaits_confirmation", "and not p.awaits_admission"],
    except: [GATE, "src/features/account/account.table.ts", "src/features/admission/admission.table.ts"],
  },
  {
    mention:
      /(?:isNull|isNotNull|eq|ne|not)\(\s*[\w.]*(?:suspendedAt|awaitsConfirmation|awaitsAdmission)|(?:suspendedAt|awaitsConfirmation|awaitsAdmission)\} (?:is|and|=)|[\w.]*suspendedAt (?:[=!]==? (?:null|undefined)|\?|&&|\|\|)|(?:if \(|&& |\|\| |!)[\w.]*suspendedAt\b/,
    call: "takesPart(member) in SQL, standingOf(member) in code",
    examples: [
      "isNull(profiles.suspendedAt)",
      "eq(profiles.awaitsConfirmation, false)",
      `${"$"}{profiles.suspendedAt} is null`,
      "suspendedAt !== null",
      "member?.suspendedAt != null",
      "if (target.suspendedAt)",
      "if (!target.suspendedAt)",
      `suspendedAt ? "suspended" : "full"`,
    ],
    except: [GATE],
  },
  {
    mention:
      /\barray_position\([^;]{0,60}(?:\bdegree\b|DEGREES|RANKS)|\bdegrees?\b[^;\n]{0,20}(?:=|<>) (?:any|all)\(|(?:inArray|notInArray)\(\s*[\w.]*\bdegree,/i,
    call: "covers(own, of), reaches(own, of) or isReaderOf(degree, member)",
    examples: [
      `array_position(array['aprendiz'], b.degree)`,
      "b.degree = any(near.degrees)",
      `${"$"}{communityBoards.degree} = any(${"$"}{sql.param(degrees)}::text[])`,
      "inArray(profiles.degree, degrees)",
      "notInArray(communityBoards.degree, degrees)",
    ],
    except: [GATE],
  },
  {
    mention: /\bDEGREES\.(?:slice|indexOf|findIndex)\(|\bdegreesUpTo\(/,
    call: "coversDegree(own, of) in code, covers(own, of) in SQL",
    examples: ["DEGREES.slice(DEGREES.indexOf(degree))", "degreesUpTo(actor.degree)"],
    except: [GATE, DEGREES, "src/features/exam/components/question-list.tsx", "src/features/library/components/item-form.tsx"], // a list to choose from
  },
];

const sources = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test(?:-support)?\.ts$|\/migrations\//.test(file));

test("each mention that is looked for is found", () => {
  for (const { mention, examples } of RULES) for (const example of examples) expect(example).toMatch(mention);
});

test("nothing beside src/server/gate.ts and src/lib/degrees.ts says who may read a degree, or who takes part", () => {
  expect(sources.length).toBeGreaterThan(500);
  const said = sources.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return RULES.filter(({ except }) => !except.includes(file)).flatMap(({ mention, call }) =>
      lines.flatMap((line, index) =>
        mention.test(line)
          ? [`${file}:${index + 1} says by hand what src/server/gate.ts says; call ${call}: ${line.trim()}`]
          : [],
      ),
    );
  });
  expect(said).toEqual([]);
});

test("no exception has become idle", () => {
  for (const { mention, except } of RULES) for (const file of except) expect(readFileSync(file, "utf8"), file).toMatch(mention);
});
