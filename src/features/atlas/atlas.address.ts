/** How the map's address names what is chosen. */
export const PLACE = "lugar";
export const YEARS = "anos";

/** Where the map shows a place, in all years. */
export const placeAddress = (id: string): string => `/mapa?${PLACE}=${id}`;
