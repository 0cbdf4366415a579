// How many boards of each number of tiles are won, drawn and lost.

import { api } from "../api";
import { classChart } from "../charts";
import type { Scene } from "../view";
import { askingFold } from "./fold";

export function classesPanel(scene: Scene): HTMLElement {
  return askingFold("All boards of this size", scene, JSON.stringify(scene.rules), "Counting …",
    () => api.classes(scene.rules), (classes) => classChart(classes));
}
