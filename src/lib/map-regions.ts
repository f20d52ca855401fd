/** The parts of the world that the academy's map draws, in the order in which they are shown, each with its frame in degrees. */
export const MAP_REGIONS = {
  "ilhas-britanicas": { label: "Ilhas Britânicas", west: -10.9, east: 2.1, south: 49.6, north: 58.9 },
  america: { label: "América do Norte", west: -95.6, east: -66.4, south: 28.6, north: 46.6 },
  brasil: { label: "Brasil e Prata", west: -74.4, east: -33.6, south: -36.4, north: 6.2 },
  continente: { label: "Continente europeu", west: -10.6, east: 19.4, south: 35.2, north: 53.6 },
  oriente: { label: "Oriente Próximo", west: 20.2, east: 54.4, south: 26.8, north: 42.2 },
} as const;

export type MapRegion = keyof typeof MAP_REGIONS;
export const MAP_REGION_IDS = Object.keys(MAP_REGIONS) as [MapRegion, ...MapRegion[]];

/** Whether a point, longitude and latitude, is within a region's frame. */
export function isInRegion(region: MapRegion, [longitude, latitude]: readonly [number, number]): boolean {
  const { west, east, south, north } = MAP_REGIONS[region];
  return longitude > west && longitude < east && latitude > south && latitude < north;
}
