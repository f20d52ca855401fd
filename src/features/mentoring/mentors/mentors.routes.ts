import { done } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import {
  correctMentor,
  listMentorRecords,
  registerMentor,
  removeMentor,
  searchCandidates,
  setMentorStatus,
} from "./mentor-records.service.ts";
import { mentorCandidates, mentorList, mentorRecord, mentorRecords, mentorStatus } from "./mentors.answers.ts";
import {
  candidatesInput,
  mentorInput,
  mentorParams,
  mentorRecordSearchInput,
  mentorRecordsInput,
  mentorSearchInput,
  mentorStatusInput,
  mentorsInput,
  newMentorInput,
} from "./mentors.schema.ts";
import { listMentors } from "./mentors.service.ts";

export const mentorsRoutes = routes()
  .get("/mentoring/mentors", doc("Mentoria", "Mentores ativos", mentorList), input("query", mentorsInput), async (c) =>
    c.json(await listMentors(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/mentoring/mentors/search",
    doc("Mentoria", "Buscar mentores por nome, Loja ou especialidade", mentorList),
    input("json", mentorSearchInput),
    async (c) => c.json(await listMentors(c.var.ctx, c.req.valid("json"))),
  )
  .get(
    "/mentors",
    doc("Mentoria", "Todos os mentores, ou os de uma situação (administração)", mentorRecords),
    administrators,
    input("query", mentorRecordsInput),
    async (c) => c.json(await listMentorRecords(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/mentors/search",
    doc("Mentoria", "Buscar mentores por nome, e-mail ou especialidade (administração)", mentorRecords),
    administrators,
    input("json", mentorRecordSearchInput),
    async (c) => c.json(await listMentorRecords(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/mentors/candidates/search",
    doc("Mentoria", "Buscar membros que ainda não são mentores (administração)", mentorCandidates),
    administrators,
    input("json", candidatesInput),
    async (c) => c.json(await searchCandidates(c.var.ctx, c.req.valid("json"))),
  )
  .post(
    "/mentors",
    doc("Mentoria", "Cadastrar mentor (administração)", mentorRecord),
    administrators,
    freshProof,
    input("json", newMentorInput),
    async (c) => c.json(await registerMentor(c.var.ctx, c.req.valid("json"))),
  )
  .patch(
    "/mentors/:mentorId",
    doc("Mentoria", "Ativar ou desativar mentor (administração)", mentorStatus),
    administrators,
    input("param", mentorParams),
    input("json", mentorStatusInput),
    async (c) => c.json(await setMentorStatus(c.var.ctx, c.req.valid("param").mentorId, c.req.valid("json"))),
  )
  .put(
    "/mentors/:mentorId",
    doc("Mentoria", "Corrigir o perfil e as vagas de um mentor (administração)", mentorRecord),
    administrators,
    input("param", mentorParams),
    input("json", mentorInput),
    async (c) => c.json(await correctMentor(c.var.ctx, c.req.valid("param").mentorId, c.req.valid("json"))),
  )
  .delete(
    "/mentors/:mentorId",
    doc("Mentoria", "Retirar alguém dos mentores (administração)", done),
    administrators,
    freshProof,
    input("param", mentorParams),
    async (c) => {
      await removeMentor(c.var.ctx, c.req.valid("param").mentorId);
      return c.json({ ok: true });
    },
  );
