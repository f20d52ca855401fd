import styles from "./cover.module.css";

/** Small engravings for title pages, one for each category of the content folder; others get the fleuron. 120 × 64 units. */
const VIGNETTES: Record<string, readonly (readonly ["" | "h" | "f", string])[]> = {
  // a charter unrolled, with its seal
  "Constituições e Documentos": [
    ["", "M36 10H88C93 10 93 18 88 18H84V46C84 54 76 54 76 46V44H28V46C28 54 36 54 36 54H80M36 10C30 10 30 18 36 18V44M36 18H84"],
    ["h", "M43 25H77M43 30H77M43 35H66"],
    ["f", "M70 44a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"],
    ["", "M73 49.500L71 60L76 56.500L81 60L79 49.500"],
  ],
  // an open book, lit from above
  "Monitores e Manuais": [
    ["", "M60 26C52 20 38 19 24 21V50C38 48 52 49 60 55C68 49 82 48 96 50V21C82 19 68 20 60 26ZM60 26V55"],
    [
      "h",
      "M31 28C39 27 47 28 53 31M31 34C39 33 47 34 53 37M31 40C39 39 47 40 53 43M89 28C81 27 73 28 67 31M89 34C81 33 73 34 67 37M89 40C81 39 73 40 67 43",
    ],
    ["h", "M60 18V6M52 17L48 8M68 17L72 8M44 15L38 9M76 15L82 9"],
  ],
  // the point within a circle, between two parallels
  Simbolismo: [
    ["", "M40 6V58M80 6V58M40 32a20 20 0 1 0 40 0a20 20 0 1 0 -40 0"],
    ["h", "M44 20L52 14M42 25L58 12.500M41 31L64 12.700M42 36L69 14.500M44 41L73 17.500M47 45L76 21.500M51 48L78.500 26"],
    ["f", "M57.500 32a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0"],
  ],
  // an oil lamp
  Filosofia: [
    [
      "",
      "M34 36H86L92 30C95 30 95 34 92 37C84 48 74 50 62 50C48 50 38 46 34 36ZM34 36C24 30 20 38 26 43C30 46 34 44 37 41M56 50L52 57H74L70 50",
    ],
    ["", "M93 27C89 23 91 18 94.500 13C96 18 99 22 95.500 27"],
    ["h", "M42 41H80M46 45H76M86 10L83 5M95 8V2M104 10L107 5M107 18L113 16"],
  ],
  // an hourglass
  História: [
    ["", "M42 6H78M42 58H78M46 6V10C46 22 58 25 58 32C58 39 46 42 46 54V58M74 6V10C74 22 62 25 62 32C62 39 74 42 74 54V58"],
    ["h", "M49 16H71M51 19.500H69M54 23H66M60 26V50M50 52H70M52 49H68M55 46H65"],
  ],
  // tomes, one on top of the other
  Enciclopédias: [
    [
      "",
      "M30 46H88V57H30C26 57 26 46 30 46ZM36 33H94V46M36 33C32 33 32 46 36 46M28 20H84V33M28 20C24 20 24 33 28 33H36M40 9H80V20M40 9C36 9 36 20 40 20",
    ],
    ["h", "M46 12H80M46 15H80M34 23H84M34 26.500H84M34 30H84M42 36H94M42 39.500H94M42 43H94M36 49H88M36 51.700H88M36 54.400H88"],
  ],
  // a keystone among its voussoirs
  "Rito de York": [
    ["f", "M48 6H72L67 40H53Z"],
    [
      "",
      "M45 7.500L29 13L41 44L50.500 41ZM26 14.500L12 24L32 51L39 46ZM75 7.500L91 13L79 44L69.500 41ZM94 14.500L108 24L88 51L81 46Z",
    ],
    [
      "h",
      "M34 14.500L44 41M39 12.700L47 41M17 23L34.500 48M22 19.700L37 46M86 14.500L76 41M81 12.700L73 41M103 23L85.500 48M98 19.700L83 46",
    ],
  ],
  // the Southern Cross
  "Maçonaria no Brasil": [
    [
      "f",
      "M60 3L62 9L68 11L62 13L60 19L58 13L52 11L58 9ZM60 45L62 51L68 53L62 55L60 61L58 55L52 53L58 51ZM36 22L38 27L43 29L38 31L36 36L34 31L29 29L34 27ZM84 18L85.600 22L90 24L85.600 26L84 30L82.400 26L78 24L82.400 22ZM74 36L75 38.500L78 40L75 41.500L74 44L73 41.500L70 40L73 38.500Z",
    ],
    ["h", "M60 20V44M44 28.500L77 24.500"],
  ],
  // the front of a temple
  "Fontes Bíblicas e Clássicas": [
    ["", "M24 20L60 5L96 20ZM24 20V24H96V20M28 51H92M24 56H96M20 60H100"],
    ["", "M32 24V51M38 24V51M51 24V51M57 24V51M63 24V51M69 24V51M82 24V51M88 24V51"],
    ["h", "M40 18L60 9.500L80 18ZM35 26V50M54 26V50M66 26V50M85 26V50M57 60V51M63 60V51"],
  ],
};

/** A printer's ornament. */
const FLEURON: (typeof VIGNETTES)[string] = [
  ["", "M14 32H46M74 32H106"],
  ["f", "M60 18L74 32L60 46L46 32Z"],
  ["h", "M53 32L60 25M55.300 34.300L62.300 27.300M57.700 36.700L64.700 29.700M60 39L67 32"],
];

/** Decorative drawing. */
export function Vignette({ category }: { category: string }) {
  return (
    <svg viewBox="0 0 120 64" className={`${styles.vignette} emb`} aria-hidden="true">
      {(VIGNETTES[category] ?? FLEURON).map(([className, path]) => (
        <path key={path} className={className || undefined} d={path} />
      ))}
    </svg>
  );
}
