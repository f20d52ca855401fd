import { media } from "#app/server/http/answers.ts";
import { doc, input, routes } from "#app/server/http/routes.ts";
import { calendarFeed, ephemeridesOfMonth } from "./ephemerides.answers.ts";
import { feedQuery, monthQuery } from "./ephemerides.schema.ts";
import { listMonth } from "./ephemerides.service.ts";
import { readCalendarAt, readFeed, renewFeed } from "./feed.service.ts";

export const ephemeridesRoutes = routes()
  .get("/ephemerides", doc("Efemérides", "Os dias de um mês", ephemeridesOfMonth), input("query", monthQuery), (c) =>
    c.json(listMonth(c.var.ctx, c.req.valid("query").month)),
  )
  .get("/ephemerides/feed", doc("Efemérides", "O endereço particular para a agenda", calendarFeed), async (c) =>
    c.json(await readFeed(c.var.ctx)),
  )
  .post("/ephemerides/feed", doc("Efemérides", "Outro endereço, no lugar do anterior", calendarFeed), async (c) =>
    c.json(await renewFeed(c.var.ctx)),
  )
  .get(
    "/ephemerides/calendar.ics",
    doc("Efemérides", "As efemérides em formato de agenda (iCalendar)", media("text/calendar")),
    input("query", feedQuery),
    async (c) =>
      c.body(await readCalendarAt(c.var.ctx, c.req.valid("query").token), 200, {
        "content-type": "text/calendar; charset=utf-8",
        "cache-control": "private, max-age=3600",
      }),
  );
