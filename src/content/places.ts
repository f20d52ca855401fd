import { z } from "zod";
import { isInRegion, MAP_REGION_IDS } from "#app/lib/map-regions.ts";
import { CONTENT_FOLDER, contentId, readYaml } from "./files.ts";

const place = z
  .strictObject({
    id: contentId,
    name: z.string().min(3).max(30),
    region: z.enum(MAP_REGION_IDS),
    /** Longitude and latitude. */
    at: z.tuple([z.number(), z.number()]),
    /** A country, a state or a land, of which the point is only the middle. */
    area: z.boolean().default(false),
  })
  .refine(({ region, at }) => isInRegion(region, at), "o ponto está fora da sua região");

/** Where something is or happened: places by their ids, none where it is not known. */
export const placesOf = z.array(contentId).min(1).max(3).default([]);

const unique = z.array(place).superRefine((all, context) => {
  for (const key of ["id", "name"] as const)
    all.forEach((each, index) => {
      if (all.findIndex((other) => other[key] === each[key]) < index)
        context.addIssue({ code: "custom", path: [index], message: `“${each[key]}” já existe` });
    });
});

/** The places that documents, days and lives name. @throws ContentError naming what is wrong in content/places.yaml */
export const readPlaces = (folder = CONTENT_FOLDER) => readYaml("places.yaml", unique, folder);
