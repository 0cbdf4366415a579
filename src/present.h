// Answers as words and pictures: boards drawn as text, JSON documents, charts.
//
// Link noughts::present.
#pragma once

#include "noughts/present/chart.h"
#include "noughts/present/documents.h"
#include "noughts/present/family_documents.h"
#include "noughts/present/quixo_svg.h"
#include "noughts/present/render.h"
#include "noughts/version.h"
