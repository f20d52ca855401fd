/** The sorts of studies: essays on the York Rite, pieces to be read aloud in a Lodge, and lives. */
export const STUDY_SORTS = ["study", "piece", "life"] as const;
export type StudySort = (typeof STUDY_SORTS)[number];

/** Where each sort is, on the site and in `content/`, what it is called, and the shelf that notes and cards name. */
export const SORT: Record<StudySort, { path: string; folder: string; one: string; many: string; shelf: string }> = {
  study: { path: "/estudos", folder: "studies", one: "Estudo", many: "Estudos", shelf: "Estudos do Rito de York" },
  piece: { path: "/pecas", folder: "pieces", one: "Peça", many: "Peças", shelf: "Peças para a Loja" },
  life: { path: "/vidas", folder: "lives", one: "Vida", many: "Vidas", shelf: "Vidas" },
};

export const studyAddress = ({ sort, id }: { sort: StudySort; id: string }): string => `${SORT[sort].path}/${id}`;

/** Its file in the content folder. */
export const studyPath = ({ sort, id }: { sort: StudySort; id: string }): string => `${SORT[sort].folder}/${id}.md`;
