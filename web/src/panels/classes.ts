// How many boards of each number of tiles are won, drawn and lost.

import { api } from "../api";
import { classChart } from "../charts";
import type { Scene } from "../view";
import * as say from "../words";
import { askingFold } from "./fold";

export function classesPanel(scene: Scene): HTMLElement {
  return askingFold(say.charts.classes, scene, JSON.stringify(scene.rules), say.charts.counting,
    () => api.classes(scene.rules), (classes) => classChart(classes));
}
