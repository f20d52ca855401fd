import { done } from "#app/server/http/answers.ts";
import { doc, input, only, routes } from "#app/server/http/routes.ts";
import { requireOpener } from "./access.service.ts";
import { changeReadingGroup, closeReadingGroup, openReadingGroup, passReadingGroup } from "./keeping.service.ts";
import { beginTopic, joinGroup, leaveGroup } from "./membership.service.ts";
import { group, groupId, groupKit, groupList, groupTexts, topicOfWeek } from "./reading-groups.answers.ts";
import {
  groupInput,
  groupParams,
  groupWeekParams,
  keeperInput,
  membershipInput,
  newGroupInput,
} from "./reading-groups.schema.ts";
import { listGroups, listGroupTexts, readGroupKit, readReadingGroup } from "./reading-groups.service.ts";

const TAG = "Grupos de leitura";

const openers = only(requireOpener);

export const readingGroupsRoutes = routes()
  .get("/reading-groups", doc(TAG, "Os grupos de leitura da própria Loja", groupList), async (c) =>
    c.json(await listGroups(c.var.ctx)),
  )
  .post("/reading-groups", doc(TAG, "Abrir um grupo de leitura", groupId), openers, input("json", newGroupInput), async (c) =>
    c.json(await openReadingGroup(c.var.ctx, c.req.valid("json"))),
  )
  .get("/reading-groups/texts", doc(TAG, "Os textos que um grupo pode ler", groupTexts), openers, (c) =>
    c.json(listGroupTexts(c.var.ctx)),
  )
  .get(
    "/reading-groups/:groupId",
    doc(TAG, "Um grupo de leitura, com as suas semanas", group),
    input("param", groupParams),
    async (c) => c.json(await readReadingGroup(c.var.ctx, c.req.valid("param").groupId)),
  )
  .put(
    "/reading-groups/:groupId",
    doc(TAG, "Mudar o nome, a palavra e os textos das semanas que não começaram", done),
    openers,
    input("param", groupParams),
    input("json", groupInput),
    async (c) => c.json(await changeReadingGroup(c.var.ctx, c.req.valid("param").groupId, c.req.valid("json"))),
  )
  .post(
    "/reading-groups/:groupId/close",
    doc(TAG, "Encerrar um grupo de leitura", done),
    openers,
    input("param", groupParams),
    async (c) => c.json(await closeReadingGroup(c.var.ctx, c.req.valid("param").groupId)),
  )
  .put(
    "/reading-groups/:groupId/keeper",
    doc(TAG, "Passar um grupo de leitura a outro, ou assumir um que está sem responsável", done),
    openers,
    input("param", groupParams),
    input("json", keeperInput),
    async (c) => c.json(await passReadingGroup(c.var.ctx, c.req.valid("param").groupId, c.req.valid("json").memberId)),
  )
  .put(
    "/reading-groups/:groupId/membership",
    doc(TAG, "Participar de um grupo, ou mudar se os outros veem o que se leu", done),
    input("param", groupParams),
    input("json", membershipInput),
    async (c) => c.json(await joinGroup(c.var.ctx, c.req.valid("param").groupId, c.req.valid("json").showsReading)),
  )
  .delete(
    "/reading-groups/:groupId/membership",
    doc(TAG, "Sair de um grupo de leitura", done),
    input("param", groupParams),
    async (c) => c.json(await leaveGroup(c.var.ctx, c.req.valid("param").groupId)),
  )
  .post(
    "/reading-groups/:groupId/weeks/:number/topic",
    doc(TAG, "Abrir a conversa de uma semana, ou ir à que foi aberta", topicOfWeek),
    input("param", groupWeekParams),
    async (c) => {
      const { groupId: id, number } = c.req.valid("param");
      return c.json(await beginTopic(c.var.ctx, id, number));
    },
  )
  .get(
    "/reading-groups/:groupId/kit",
    doc(TAG, "A folha de um grupo de leitura: programa e perguntas", groupKit),
    input("param", groupParams),
    async (c) => c.json(await readGroupKit(c.var.ctx, c.req.valid("param").groupId)),
  );
