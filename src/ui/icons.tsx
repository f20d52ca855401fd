/** Icons and emblems of the design, drawn in its hand; paths only, coloured by the text around them. */

const ICONS = {
  lock: "M6.5 11h11v9h-11zM8.8 11V8a3.2 3.2 0 0 1 6.4 0v3M12 14.5v2.5",
  check: "M4.5 12.8l5 5L19.5 7",
  arrow: "M4 12h15M14 7l5 5-5 5",
  "arrow-l": "M20 12H5M10 7l-5 5 5 5",
  menu: "M4 7h16M4 12h16M4 17h16",
  sun: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z",
  clock: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0M12 7v5l3.5 2",
  speak: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  play: "M8 5v14l11-7z",
  pause: "M8 5.5v13M16 5.5v13",
  skip: "M5.5 6v12l9-6zM18 6v12",
  "skip-back": "M18.5 6v12l-9-6zM6 6v12",
  stop: "M6.5 6.5h11v11h-11z",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  present: "M3 5h18M4.5 5v10.5h15V5M12 15.5V20M8.5 20h7",
  note: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  adjust: "M4 7h9M17.500 7H20M4 17h2.500M11 17h9M13 4.500v5h4.500v-5ZM6.500 14.500v5H11v-5Z",
  close: "M6 6l12 12M18 6L6 18",
  bell: "M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10.5 20h3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.500L20.500 20.500",
  eye: "M2.500 12C5 7.500 8.300 5.500 12 5.500S19 7.500 21.500 12C19 16.500 15.700 18.500 12 18.500S5 16.500 2.500 12M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  "eye-off":
    "M4 4l16 16M9.900 5.800A9 9 0 0 1 12 5.500C15.700 5.500 19 7.500 21.500 12a15 15 0 0 1-3 3.800M14.700 17.900A9 9 0 0 1 12 18.500C8.300 18.500 5 16.500 2.500 12A15 15 0 0 1 6.500 7.500",
  alert: "M12 4L21 19.500H3ZM12 10v4.500M12 16.800v.4",
  down: "M6 9.500l6 6 6-6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  dot: "M12 10.500a1.500 1.500 0 1 0 0 3a1.500 1.500 0 1 0 0-3",
  user: "M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.500 20.500c1-4.500 4-6 7.500-6s6.500 1.500 7.500 6",
  mail: "M3.500 6h17v12.500h-17ZM3.500 7l8.500 6.500L20.500 7",
  clip: "M19.500 11.500L12.500 18.500a4 4 0 0 1-5.700-5.700L14.500 5a2.700 2.700 0 0 1 3.800 3.800L10.800 16.300a1.300 1.300 0 0 1-1.800-1.800L15.500 8",
  calendar: "M4 6h16v14H4ZM4 10h16M8 3.500V7M16 3.500V7",
  book: "M5 4.500h10.500A3 3 0 0 1 18.500 7.500V20H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h10.500",
  trash: "M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13M10.500 10.500v6M13.500 10.500v6",
  star: "M12 4l2.500 5.200 5.700.7-4.200 3.900 1.100 5.700L12 16.700l-5.100 2.800L8 13.800 3.800 9.900l5.700-.7Z",
  download: "M12 4v11M7.500 11l4.500 4.500L16.500 11M4.500 19.500h15",
  mark: "M7 4h10v16l-5-4-5 4z",
  external: "M10 5H5v14h14v-5M13 4h7v7M20 4l-9 9",
  reply: "M9 7l-5 5 5 5M4.500 12H14a5 5 0 0 1 5 5v1.500",
  wait: "M6.500 4h11M6.500 20h11M8 4v3.200l4 4.800 4-4.800V4M8 20v-3.200l4-4.800 4 4.800V20",
  upload: "M12 16V5M7.500 9L12 4.500 16.500 9M4.500 19.500h15",
} as const;

export type IconName = keyof typeof ICONS;

/** Decorative: the label is beside it or on the control. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`ico ${className ?? ""}`} aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** The mark: an arch of six voussoirs on two piers, and its keystone. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M21.69 12.48A9.7 9.7 0 0 0 21 9.29L16.8 11.19A5.1 5.1 0 0 1 17.08 12.48ZM20.66 8.52A9.7 9.7 0 0 0 18.72 5.9L15.67 9.36A5.1 5.1 0 0 1 16.46 10.42ZM18.08 5.35A9.7 9.7 0 0 0 15.23 3.76L13.89 8.16A5.1 5.1 0 0 1 15.04 8.81ZM3 9.29A9.7 9.7 0 0 0 2.31 12.48L6.92 12.48A5.1 5.1 0 0 1 7.2 11.19ZM5.28 5.9A9.7 9.7 0 0 0 3.34 8.52L7.54 10.42A5.1 5.1 0 0 1 8.33 9.36ZM8.77 3.76A9.7 9.7 0 0 0 5.92 5.35L8.96 8.81A5.1 5.1 0 0 1 10.11 8.16ZM2.3 13.75H6.9V19H2.3ZM1.4 19.9H7.6V22.2H1.4ZM17.1 13.75H21.7V19H17.1ZM16.4 19.9H22.6V22.2H16.4Z"
        fill="currentColor"
      />
      <path d="M8.8 .9H15.2L12.8 8.9H11.2Z" fill="var(--keystone,currentColor)" />
    </svg>
  );
}
