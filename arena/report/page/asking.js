// SPDX-License-Identifier: MIT
/* How the pages of a server stay up to date. */

/** Asks the server again and again, and shows what it said last, with what is wrong now; wait(now): after how many milliseconds to ask again, or
 *  null. `gone`: what it means that there is no such page. Returns what asks the first time.
 *  @param {any} first @param {(now: any, problem: string) => void} show @param {(now: any) => number | null} wait */
function asking(where, gone, first, show, wait) {
  const STOPPED_MS = 5000;
  let latest = first;
  return async function ask() {
    let problem = '';
    try {
      const answer = await fetch(where, {cache: 'no-store'});
      if (!answer.ok) throw new Error(answer.status === 404 ? gone : await answer.text());
      latest = await answer.json();
    } catch (why) {
      /* The network's own error is a TypeError: nobody answers. */
      problem = why instanceof TypeError ? 'the server does not answer; what is below may be old' : `${/** @type {Error} */ (why).message}`;
    }
    show(latest, problem);
    const pause = problem ? STOPPED_MS : wait(latest);
    if (pause) setTimeout(ask, pause);
  };
}
