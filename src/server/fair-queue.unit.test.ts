import { describe, expect, test } from "vitest";
import { openFairQueue, type Turn } from "./fair-queue.ts";

const others = (group: string): Turn => ({ lane: "others", group });

/** Runs tasks that wait in this order behind one that runs, and returns the order in which they began, and who was refused. */
async function orderOf(turns: [name: string, Turn][], mostWaiting = 100) {
  const queue = openFairQueue({ concurrency: 1, mostOfGroup: 1, mostWaiting });
  const began: string[] = [];
  const refused: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = queue.run(others("first"), () => first.promise);
  const waiting = turns.map(([name, turn]) =>
    queue.run(turn, async () => void began.push(name)).catch(({ code }) => void refused.push(`${name} ${code}`)),
  );
  first.resolve();
  await Promise.all([running, ...waiting]);
  return { began, refused };
}

describe("costly work", () => {
  test("networks take turns; who is known comes first, and a first try before the others", async () => {
    const { began } = await orderOf([
      ["a1", others("a")],
      ["a2", others("a")],
      ["a3", others("a")],
      ["b1", others("b")],
      ["new", { lane: "first", group: "c" }],
      ["known", { lane: "known", group: "device" }],
    ]);
    expect(began).toEqual(["known", "new", "a1", "b1", "a2", "a3"]);
  });

  test("a full lane makes room at the cost of who has most in it, and of nobody else", async () => {
    const many = Array.from({ length: 4 }, (_, index): [string, Turn] => [`a${index}`, others("a")]);
    const { began, refused } = await orderOf([...many, ["a-late", others("a")], ["b", others("b")]], 4);
    expect(refused).toEqual(["a-late too_many_tries", "a3 too_many_tries"]);
    expect(began).toEqual(["a0", "b", "a1", "a2"]);
    const each = ["a", "b", "c", "d", "e"].map((name): [string, Turn] => [name, others(name)]);
    expect((await orderOf(each, 4)).refused).toEqual(["e too_many_tries"]);
  });

  test("of work of which only the newest is wanted, one waits: in the place of the older one, which is told so", async () => {
    const preview = (group: string): Turn => ({ lane: "known", group, newest: "preview" });
    const { began, refused } = await orderOf(
      [
        ["a1", preview("a")],
        ["post", { lane: "known", group: "a" }],
        ["b1", preview("b")],
        ["a2", preview("a")],
        ["a3", preview("a")],
      ],
      3,
    );
    expect(refused).toEqual(["a1 superseded", "a2 superseded"]);
    expect(began).toEqual(["a3", "b1", "post"]);
  });

  test("a group has its share of the places alone: who floods leaves the others to the rest", async () => {
    const queue = openFairQueue({ concurrency: 2, mostOfGroup: 1, mostWaiting: 10 });
    const end = Promise.withResolvers<void>();
    let floods = 0;
    const flood = Array.from({ length: 5 }, () =>
      queue.run(others("a"), async () => {
        floods += 1;
        await end.promise;
      }),
    );
    for (let round = 0; round < 3; round += 1) await queue.run(others("b"), async () => {});
    expect(floods).toBe(1);
    end.resolve();
    await Promise.all(flood);
    expect(floods).toBe(5);
  });

  test("so many run at once, and a failed one gives its place up", async () => {
    const queue = openFairQueue({ concurrency: 2, mostOfGroup: 2, mostWaiting: 10 });
    let [running, most] = [0, 0];
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      throw new Error("failed");
    };
    const ended = await Promise.allSettled([1, 2, 3, 4, 5].map(() => queue.run(others("a"), task)));
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    expect(most).toBe(2);
    expect(queue.waiting()).toBe(0);
    expect(await queue.run(others("b"), async () => "free again")).toBe("free again");
  });
});
