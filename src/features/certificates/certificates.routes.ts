import { create as contentDisposition } from "content-disposition";
import { done, media } from "#app/server/http/answers.ts";
import { freshProof } from "#app/server/http/fresh-proof.ts";
import { administrators, doc, input, routes } from "#app/server/http/routes.ts";
import { readBadge } from "./badge.service.ts";
import {
  adminCertificatePage,
  certificateCheck,
  issuerProfile,
  keySet,
  ownCertificate,
  ownCertificates,
  publicKey,
} from "./certificates.answers.ts";
import {
  certificateInput,
  certificateListInput,
  certificateParams,
  checkInput,
  reasonInput,
  statusListInput,
} from "./certificates.schema.ts";
import {
  changeCertificate,
  checkCertificate,
  listCertificates,
  listOwnCertificates,
  reissueCertificate,
  revokeCertificate,
} from "./certificates.service.ts";
import { readStatusList } from "./credential-status.service.ts";
import { readCredential, readIssuer, readKey, readKeys } from "./credentials.service.ts";
import { readCertificatePdf } from "./sheet/pdf.service.ts";

const JWT = "application/jwt";
const STATUS_LIST = "application/vc+jwt";

export const certificatesRoutes = routes()
  .get("/certificates", doc("Certificados", "Os próprios certificados", ownCertificates), async (c) =>
    c.json(await listOwnCertificates(c.var.ctx)),
  )
  .post(
    "/certificates/check",
    doc("Certificados", "Conferir um código", certificateCheck),
    input("json", checkInput),
    async (c) => c.json(await checkCertificate(c.var.ctx, c.req.valid("json"))),
  )
  .patch(
    "/certificates/:certificateId",
    doc("Certificados", "Mudar o nome, abrir ou fechar a página", ownCertificate),
    input("param", certificateParams),
    input("json", certificateInput),
    async (c) => c.json(await changeCertificate(c.var.ctx, c.req.valid("param").certificateId, c.req.valid("json"))),
  )
  .get(
    "/certificates/:certificateId/pdf",
    doc("Certificados", "A folha em PDF", media("application/pdf")),
    input("param", certificateParams),
    async (c) => {
      const { pdf, name } = await readCertificatePdf(c.var.ctx, c.req.valid("param").certificateId);
      const headers = { "content-type": "application/pdf", "content-disposition": contentDisposition(name) };
      return c.body(pdf as Uint8Array<ArrayBuffer>, 200, headers);
    },
  )
  .get(
    "/certificates/:certificateId/credential",
    doc("Certificados", "A credencial Open Badges 3.0, assinada (VC-JWT)", media(JWT)),
    input("param", certificateParams),
    async (c) => {
      const { jwt, name } = await readCredential(c.var.ctx, c.req.valid("param").certificateId);
      return c.body(jwt, 200, { "content-type": JWT, "content-disposition": contentDisposition(name) });
    },
  )
  .get(
    "/certificates/:certificateId/badge",
    doc("Certificados", "A mesma credencial dentro de uma imagem PNG", media("image/png")),
    input("param", certificateParams),
    async (c) => {
      const { png, name } = await readBadge(c.var.ctx, c.req.valid("param").certificateId);
      return c.body(png, 200, { "content-type": "image/png", "content-disposition": contentDisposition(name) });
    },
  )
  .get("/credentials/issuer", doc("Certificados", "Quem emite as credenciais", issuerProfile), (c) =>
    c.json(readIssuer(c.var.ctx)),
  )
  .get("/credentials/key", doc("Certificados", "A chave pública das credenciais", publicKey), async (c) =>
    c.json(await readKey(c.var.ctx)),
  )
  .get(
    "/credentials/status",
    doc("Certificados", "A lista das credenciais revogadas, assinada", media(STATUS_LIST)),
    input("query", statusListInput),
    async (c) => c.body(await readStatusList(c.var.ctx, c.req.valid("query").list), 200, { "content-type": STATUS_LIST }),
  )
  .get("/credentials/keys", doc("Certificados", "As chaves públicas das credenciais", keySet), async (c) =>
    c.json(await readKeys(c.var.ctx)),
  )
  .get(
    "/admin/certificates",
    doc("Administração", "Certificados, página por página", adminCertificatePage),
    administrators,
    input("query", certificateListInput),
    async (c) => c.json(await listCertificates(c.var.ctx, c.req.valid("query"))),
  )
  .post(
    "/admin/certificates/:certificateId/revoke",
    doc("Administração", "Revogar um certificado", done),
    administrators,
    freshProof,
    input("param", certificateParams),
    input("json", reasonInput),
    async (c) => c.json(await revokeCertificate(c.var.ctx, c.req.valid("param").certificateId, c.req.valid("json"))),
  )
  .post(
    "/admin/certificates/:certificateId/reissue",
    doc("Administração", "Emitir um certificado de novo", done),
    administrators,
    freshProof,
    input("param", certificateParams),
    input("json", reasonInput),
    async (c) => c.json(await reissueCertificate(c.var.ctx, c.req.valid("param").certificateId, c.req.valid("json"))),
  );
