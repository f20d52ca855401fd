/** The parts of the world that the academy's map draws, in the order in which they are shown, each with its frame in degrees. */
export const MAP_REGIONS = {
  "ilhas-britanicas": { label: "Ilhas Britânicas", west: -12.1, east: 3.8, south: 49.5, north: 58.8 },
  "america-leste": { label: "América, leste", west: -80.6, east: -68.1, south: 36.5, north: 45.9 },
  "america-sul": { label: "América, interior e sul", west: -95.4, east: -76.6, south: 28.3, north: 43.5 },
  brasil: { label: "Brasil e Prata", west: -76.2, east: -32.2, south: -36.4, north: 6.2 },
  continente: { label: "Continente", west: -10.6, east: 18.6, south: 34.2, north: 55.0 },
  oriente: { label: "Oriente Próximo", west: 21.8, east: 50.8, south: 20.9, north: 45.2 },
} as const;

export type MapRegion = keyof typeof MAP_REGIONS;
export const MAP_REGION_IDS = Object.keys(MAP_REGIONS) as [MapRegion, ...MapRegion[]];

/** Whether a point, longitude and latitude, is within a region's frame. */
export function isInRegion(region: MapRegion, [longitude, latitude]: readonly [number, number]): boolean {
  const { west, east, south, north } = MAP_REGIONS[region];
  return longitude > west && longitude < east && latitude > south && latitude < north;
}
