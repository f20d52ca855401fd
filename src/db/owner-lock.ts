/** Advisory lock held for as long as a process uses an embedded cluster: a second start on the same data folder is refused. */
export const OWNER_LOCK = 7_201_003;
